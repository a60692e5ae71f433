import type { OnSite } from '@deskbell/protocol/agent/chat'
import type { Person } from '@deskbell/rules'

/** Who has a page with a widget open now, as agents see them and may begin to talk to them. */
export interface Visitors {
  list(account: number): OnSite[]
  /** Begins a chat. Resolves with its number; with undefined when the page has gone meanwhile. */
  start(account: number, visit: string, agent: Person, text: string): Promise<number | undefined>
}
