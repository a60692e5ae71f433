import type { OnSite } from '@deskbell/protocol/agent/chat'
import type { VisitorRules } from '@deskbell/protocol/agent/visitor-rules'
import type { Person } from '@deskbell/rules'

/** Visitors who have a page with the widget open now. Agents see them and may start a chat with them. */
export interface Visitors {
  /** The newest pages, at most `most`, of the channels for which `sees` returns true. */
  list(account: number, sees: (channel: number) => boolean, most: number): OnSite[]
  /** The channel of a page; undefined when the page is closed. */
  channelOf(account: number, visit: string): number | undefined
  /** Starts a chat. Resolves with its number; with undefined when the page was closed meanwhile. */
  start(account: number, visit: string, agent: Person, text: string): Promise<number | undefined>
  /** The state of the visitor rules of a page, as the page reports it (W19); undefined when the page is closed. */
  rules(account: number, visit: string): Promise<VisitorRules | undefined>
}
