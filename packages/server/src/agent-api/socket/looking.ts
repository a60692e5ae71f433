import { LOOKERS_MAX, type ServerFrame } from '@deskbell/protocol/agent/socket'
import { PREVIEW_EVERY } from '@deskbell/protocol/limits'
import { makeLatest } from '../../platform/latest.ts'
import type { Services } from '../../services.ts'
import { maySee, type ChatAccess } from '../access.ts'
import type { Connection } from './connection.ts'

type Needs = Pick<Services, 'clock' | 'directory' | 'lookers'> & {
  readonly connectionsOf: (account: number) => Iterable<Connection>
  /** Who may see a chat; undefined: there is no such chat. */
  readonly accessOf: (account: number, chat: number) => Promise<ChatAccess | undefined>
  readonly onError: (error: unknown) => void
}

/** Tells connections which other agents look at a chat now. */
export interface Looking {
  /** Tells a connection of all chats that agents look at: it has just been opened, or its agent may see others now. */
  tellAll(connection: Connection): void
  close(): void
}

/**
 * A frame names only agents who may see the chat, and goes only to connections that may see it, as decided when it is
 * sent. A chat has at most two frames a second.
 */
export function makeLooking({ clock, directory, lookers, connectionsOf, accessOf, onError }: Needs): Looking {
  async function spread(account: number, chat: number, to: Iterable<Connection>): Promise<void> {
    const access = await accessOf(account, chat)
    if (!access) return
    const agents = lookers.of(account, chat).flatMap(({ agent, note }) => {
      const record = directory.agent(account, agent)
      if (!record || !maySee(directory, record, access)) return [] // guard T21
      return [{ id: agent, name: record.name, ...(note && { note }) }]
    })
    for (const connection of to) {
      const reader = directory.agent(account, connection.agentId)
      if (!reader || !maySee(directory, reader, access)) continue // guard T21
      const others = agents.filter(({ id }) => id !== reader.id).slice(0, LOOKERS_MAX)
      connection.push({ type: 'looking', chat, agents: others } satisfies ServerFrame)
    }
  }

  const changes = makeLatest<{ account: number; chat: number }>({
    clock,
    every: PREVIEW_EVERY,
    give: ({ account, chat }) => void spread(account, chat, connectionsOf(account)).catch(onError),
  })
  const stop = lookers.onChange((account, chat) => changes.put(`${account}:${chat}`, { account, chat }))

  return {
    tellAll(connection) {
      const { account } = connection
      for (const chat of lookers.chats(account)) void spread(account, chat, [connection]).catch(onError)
    },
    close() {
      stop()
      changes.close()
    },
  }
}
