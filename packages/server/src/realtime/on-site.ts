import type { OnSite } from '@deskbell/protocol/agent/chat'
import type { VisitorRules } from '@deskbell/protocol/agent/visitor-rules'
import type { Person } from '@deskbell/rules'

/** Who has a page with a widget open now, as agents see them and may begin to talk to them. */
export interface Visitors {
  /** The newest pages, at most so many, of the channels that `sees` lets through. */
  list(account: number, sees: (channel: number) => boolean, most: number): OnSite[]
  /** The channel of a page; undefined when it has gone. */
  channelOf(account: number, visit: string): number | undefined
  /** Begins a chat. Resolves with its number; with undefined when the page has gone meanwhile. */
  start(account: number, visit: string, agent: Person, text: string): Promise<number | undefined>
  /** How the rules of a page stand, as it says (W19); undefined when it has gone. */
  rules(account: number, visit: string): Promise<VisitorRules | undefined>
}
