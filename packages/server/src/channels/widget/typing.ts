import { nameOf } from '../../conversation/commit/draft.ts'
import type { Session } from './session.ts'
import { toAgentView } from './to-visitor.ts'

type Page = Pick<Session, 'services' | 'registry' | 'account' | 'channelId' | 'chats' | 'send' | 'viewContext'>

/** Typing in the open chat, by the visitor and by agents. */
export class Typing {
  readonly #page: Page
  /** Whether the page last reported text. */
  #on = false

  constructor(page: Page) {
    this.#page = page
  }

  /** Sends what the visitor types to agents. */
  onVisitorTyping(text: string): void {
    const { services, registry, account, channelId, chats } = this.#page
    const { chat, key } = chats
    if (chat === undefined || key === undefined) return
    this.#on = text !== ''
    // The text is sent only when the channel's setting shows it to agents.
    const isShown = services.directory.channel(account, channelId)?.widget?.typingShown ?? false
    const typing = { account, chat, from: 'visitor', on: this.#on, ...(isShown && { text }) } as const
    registry.sendTyping(nameOf(account, channelId, key), typing)
  }

  agentTypes(on: boolean, agent: number | undefined): void {
    const { services, account } = this.#page
    const record = agent === undefined ? undefined : services.directory.agent(account, agent)
    this.#page.send({ t: 'typing', on, ...(record && { agent: toAgentView(record, this.#page.viewContext()) }) })
  }

  /** The page has disconnected: ends its typing. */
  end(): void {
    if (this.#on) this.onVisitorTyping('')
  }
}
