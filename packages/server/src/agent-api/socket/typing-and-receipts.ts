import { FRAME_MAY } from '@deskbell/protocol/agent/frame-may'
import { TYPING_EVERY } from '@deskbell/protocol/limits'
import { mustTakePart } from '@deskbell/rules'
import { CommitRefused } from '../../conversation/commit/input.ts'
import { holderOf } from '../../conversation/read/to-chat.ts'
import { markRead } from '../../conversation/read/mark-read.ts'
import { makeLimiter } from '../../platform/limiter.ts'
import type { Services } from '../../services.ts'
import { findChat } from '../access.ts'
import type { SignedIn } from '../signed-in.ts'

/** What agents signal without an entry: typing, and how far they have read. */
export interface TypingAndReceipts {
  /** Drops a signal that comes too often. Throws when the chat is closed or held by another agent. */
  type(who: SignedIn, chat: number, on: boolean): Promise<void>
  read(who: SignedIn, reading: { chat: number; n: number; received: number }): Promise<void>
  /** Calls fn when an agent in this process has read further. */
  onSeen(fn: (seen: Seen) => void): void
}

export interface Seen {
  readonly account: number
  readonly agent: number
  readonly chat: number
  /** The number of the visitor's messages that the agent has seen. */
  readonly seen: number
  /** The newest entry that the agent has read. */
  readonly n?: number
}

/** Typing signals and read receipts, shared by HTTP and the socket. */
export function makeTypingAndReceipts(
  services: Pick<Services, 'bus' | 'chatEvents' | 'clock' | 'db' | 'directory'>,
): TypingAndReceipts {
  const { db, clock, chatEvents, bus } = services
  // Starts and ends are counted separately, so that an end is not dropped because of the start before it.
  const limiter = makeLimiter({ clock, name: 'typing', rate: 1000 / TYPING_EVERY, burst: 1 })
  const listeners: ((seen: Seen) => void)[] = []

  return {
    async type(who, chat, on) {
      const { account, agent } = who
      if (!limiter.take(`${account}:${agent.id}:${chat}:${on}`).ok) return
      const { state } = await findChat(services, who, chat, FRAME_MAY.typing)
      if (state.closedAt !== null) throw new CommitRefused('closed')
      const refusal = holderOf(state) && mustTakePart(state, agent)
      if (refusal) throw new CommitRefused(refusal.refused, refusal.holder)
      chatEvents.typing({ account, chat, from: 'agent', agent: agent.id, on })
    },
    async read(who, reading) {
      const { account, agent } = who
      await findChat(services, who, reading.chat, FRAME_MAY.read)
      const read = await db.asAccount(account, (tx) => markRead(tx, account, agent.id, reading))
      if (!read) return
      const news = { account, agent: agent.id, chat: reading.chat, seen: read.received, n: read.n }
      for (const fn of listeners) fn(news)
      bus.publish({ type: 'seen', ...news })
    },
    onSeen(fn) {
      listeners.push(fn)
    },
  }
}
