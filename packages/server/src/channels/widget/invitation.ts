import type { Person } from '@deskbell/rules'
import type { Session } from './session.ts'

/** How long a page may take to create a secret (ms). */
const MEET_WITHIN = 4000

/** The page has disconnected, or does not answer. */
export class Gone extends Error {}

type Page = Pick<Session, 'services' | 'account' | 'channelId' | 'chats' | 'visit' | 'send'>

/** Opens a chat for an agent who writes first. */
export class Invitation {
  readonly #page: Page
  #met = () => {}
  #meeting: Promise<void> | undefined

  constructor(page: Page) {
    this.#page = page
  }

  /** Resolves with the number of the chat. A page without a secret is asked to create one first. */
  async start(agent: Person, text: string): Promise<number> {
    const { services, account, channelId, chats, visit } = this.#page
    // Concurrent calls wait for the same secret.
    if (chats.key === undefined) await (this.#meeting ??= this.#meet())
    const { key = '' } = chats
    const outcome = await services.commit({
      account,
      target: { channel: channelId, key },
      command: { type: 'agent.start', agent, id: services.ids.letters(22), text },
      visitor: visit.values,
    })
    if (outcome.kind !== 'done' || outcome.chat === null) throw new Error('the commit of agent.start returned no chat')
    return outcome.chat
  }

  /** The page has sent its secret. */
  onSecret(): void {
    this.#met()
  }

  async #meet(): Promise<void> {
    const met = Promise.withResolvers<void>()
    this.#met = met.resolve
    this.#page.send({ t: 'meet' })
    const cancel = this.#page.services.clock.after(MEET_WITHIN, () => met.reject(new Gone()))
    await met.promise.finally(() => {
      cancel()
      this.#meeting = undefined
    })
  }
}
