import type { EventName } from '@deskbell/protocol/webhook/events'
import type { ChatEvent, ChatState } from '@deskbell/rules'
import type { NewDelivery } from '../delivery/delivery.ts'
import { endpointOf } from '../delivery/policy.ts'
import type { Listens, Made } from './deciding.ts'
import type { VisitorFacts } from './input.ts'
import type { Numbered } from './writing.ts'

/** What happened in a chat, with all that webhooks are told of it. */
export interface Happened {
  readonly account: number
  readonly chat: number
  /** As the whole transaction leaves it. */
  readonly state: ChatState
  readonly visitor: VisitorFacts
  readonly event: ChatEvent
}

/** An event in the bytes that are sent, and who is told. */
export interface Announced {
  readonly account: number
  /** Its number in the account. */
  readonly n: number
  readonly name: EventName
  /** The conversation. */
  readonly channel: number
  readonly key: string
  readonly chat: number
  /** The entry that it tells. */
  readonly of: number
  readonly body: string
  /** False: the chat's log is still to be put in. */
  readonly whole: boolean
  readonly webhooks: readonly number[]
}

/** Who is told of events, and in what words: handed to the commit by the room of webhooks. */
export interface Announcer {
  readonly listens: Listens
  readonly announce: (happened: Happened) => Pick<Announced, 'body' | 'whole' | 'webhooks'>
  /** Whom the log of a chat that ends is mailed to. */
  readonly mailsLogTo: (account: number) => readonly string[]
  /** What was committed, so that those who send it need not read it. */
  readonly onAnnounced: (announced: readonly Announced[]) => void
}

/** Puts what a batch tells in the words of the interface. After numbers were taken. */
export function announceAll(announcer: Announcer, told: readonly Numbered[]): Announced[] {
  return told.map(({ made: { conversation, draft, entry }, event, n }) => {
    if (draft.id === null) throw new Error('the chat has no id yet')
    const { account, channel, key } = conversation
    const happened = { account, chat: draft.id, state: draft.state, visitor: conversation.facts(), event }
    return { account, n, name: event.name, channel, key, chat: draft.id, of: entry.n, ...announcer.announce(happened) }
  })
}

/** The log of a chat that ended, to each whom the account's settings name. */
export function mailsOf({ mailsLogTo }: Announcer, made: readonly Made[]): NewDelivery[] {
  return made.flatMap(({ entry, draft, conversation: { account, channel } }) => {
    if (entry.type !== 'chat.closed' || draft.id === null) return []
    const chat = draft.id
    return mailsLogTo(account).map((address) => ({
      account,
      kind: 'mail' as const,
      lane: `mail:log:${chat}:${address}`,
      endpoint: endpointOf('mail', 0),
      channel,
      bot: null,
      webhook: null,
      event: null,
      chat,
      of: entry.n,
      recipient: address,
      body: {},
    }))
  })
}
