import { readSeen } from '../../conversation/read/seen.ts'
import type { Services } from '../../services.ts'
import type { Connection } from './connection.ts'

/** The number of chats of which a connection is known to have been told; after it, chats are told again. */
const TOLD_MAX = 50_000

/**
 * Tells each connection once how many messages of a chat its agent has read, with the first frame of the chat, so that
 * a client shows the row of a chat that it has not loaded without a request. Chats of one event-loop turn are read
 * together.
 */
export function makeFirstSeen({ db }: Pick<Services, 'db'>, onError: (error: unknown) => void) {
  const waiting = new Map<number, Map<Connection, Set<number>>>()

  async function read(account: number): Promise<void> {
    const byConnection = waiting.get(account)
    waiting.delete(account)
    if (!byConnection) return
    try {
      const chats = [...new Set([...byConnection.values()].flatMap((set) => [...set]))]
      const agents = [...new Set([...byConnection.keys()].map(({ agentId }) => agentId))]
      const rows = await db.asAccount(account, (tx) => readSeen(tx, account, chats, agents))
      const readings = new Map(rows.map(({ agent, chat, seen, n }) => [`${agent}:${chat}`, { seen, n }]))
      for (const [connection, wanted] of byConnection)
        for (const chat of wanted)
          connection.push({
            type: 'seen',
            chat,
            ...(readings.get(`${connection.agentId}:${chat}`) ?? { seen: 0 }),
          })
    } catch (error) {
      onError(error)
      // The next frames of these chats try again.
      for (const [connection, wanted] of byConnection) for (const chat of wanted) connection.told.delete(chat)
    }
  }

  return {
    /** A frame of the chat is being sent. `isNew`: the frame itself says that no agent has read it. */
    tell(connection: Connection, chat: number, isNew: boolean): void {
      const { account, told } = connection
      if (told.has(chat)) return
      if (told.size >= TOLD_MAX) told.clear()
      told.add(chat)
      if (isNew) return
      const byConnection = waiting.get(account) ?? new Map<Connection, Set<number>>()
      if (!waiting.has(account)) setImmediate(() => void read(account))
      waiting.set(account, byConnection)
      byConnection.set(connection, (byConnection.get(connection) ?? new Set()).add(chat))
    },
  }
}
