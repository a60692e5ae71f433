import { conversationKey } from '../../conversation/commit/draft.ts'
import type { Services } from '../../services.ts'
import type { Session } from './session.ts'
import type { SessionRegistry } from './session-registry.ts'
import { toAgentView } from './to-visitor.ts'

type Needs = Pick<Services, 'directory'> & { readonly registry: Pick<SessionRegistry, 'sendTyping'> }

type Page = Pick<Session, 'account' | 'channelId' | 'chats' | 'send' | 'viewContext'>

/** Typing in the open chat, by the visitor and by agents. */
export class Typing {
  readonly #page: Page
  readonly #services: Needs
  /** Whether the page last reported text. */
  #on = false

  constructor(page: Page, services: Needs) {
    this.#page = page
    this.#services = services
  }

  /** Sends what the visitor types to agents. */
  onVisitorTyping(text: string): void {
    const { account, channelId, chats } = this.#page
    const { directory, registry } = this.#services
    const { chat, key } = chats
    if (chat === undefined || key === undefined) return
    this.#on = text !== ''
    // The text is sent only when the channel's setting shows it to agents.
    const isShown = directory.channel(account, channelId)?.widget?.typingShown ?? false
    const typing = { account, chat, from: 'visitor', on: this.#on, ...(isShown && { text }) } as const
    registry.sendTyping(conversationKey(account, channelId, key), typing)
  }

  agentTypes(on: boolean, agent: number | undefined): void {
    const record = agent === undefined ? undefined : this.#services.directory.agent(this.#page.account, agent)
    this.#page.send({ t: 'typing', on, ...(record && { agent: toAgentView(record, this.#page.viewContext()) }) })
  }

  /** The page has disconnected: ends its typing. */
  end(): void {
    if (this.#on) this.onVisitorTyping('')
  }
}
