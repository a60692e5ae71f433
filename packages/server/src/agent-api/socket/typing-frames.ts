import type { ServerFrame } from '@deskbell/protocol/agent/socket'
import { PREVIEW_EVERY, PREVIEW_TEXT_MAX } from '@deskbell/protocol/limits'
import { cutText } from '@deskbell/protocol/text'
import { makeLatest } from '../../platform/latest.ts'
import type { Typing } from '../../realtime/chat-events.ts'
import type { Services } from '../../services.ts'
import { maySee, type ChatAccess } from '../access.ts'
import type { Connection } from './connection.ts'

type Needs = Pick<Services, 'clock' | 'directory'> & {
  readonly connectionsOf: (account: number) => Iterable<Connection>
  readonly accessOf: (account: number, chat: number) => Promise<ChatAccess | undefined>
  readonly onError: (error: unknown) => void
}

export interface TypingFrames {
  put(typing: Typing): void
  close(): void
}

/**
 * Pushes what visitors and agents type to the connections that may see it. Previews from other processes are also limited to
 * two a second for each chat and typist, and cut.
 */
export function makeTypingFrames({ clock, directory, connectionsOf, accessOf, onError }: Needs): TypingFrames {
  async function show({ account, chat, from, agent: typist, on, text: typed }: Typing): Promise<void> {
    const access = await accessOf(account, chat)
    const agent = typist === undefined ? {} : { agent: typist }
    const what = typed === undefined ? {} : { text: cutText(typed, PREVIEW_TEXT_MAX).text }
    const text = JSON.stringify({ type: 'typing', chat, from, ...agent, on, ...what } satisfies ServerFrame)
    for (const connection of connectionsOf(account)) {
      const reader = directory.agent(account, connection.agentId)
      if (!reader || !access || reader.id === typist) continue
      if (!maySee(directory, reader, access)) continue // guard T21
      // A preview is useless later, and messages have priority.
      if (connection.writer.unread > 0) continue // guard T47
      connection.push(text)
    }
  }

  const latest = makeLatest<Typing>({
    clock,
    every: PREVIEW_EVERY,
    give: (typing) => void show(typing).catch(onError),
  })
  return {
    put: (typing) => latest.put(`${typing.account}:${typing.chat}:${typing.agent ?? ''}`, typing),
    close: () => latest.close(),
  }
}
