import type { Person } from '@deskbell/rules'
import type { Session } from './session.ts'

/** How long a page may take to make a secret (ms). */
const MEET_WITHIN = 4000

/** The page has gone, or does not answer. */
export class Gone extends Error {}

type Page = Pick<Session, 'services' | 'account' | 'channelId' | 'chats' | 'visit' | 'send'>

/** An agent writes to the visitor of a page first. */
export class Invitation {
  readonly #page: Page
  #met = () => {}
  #meeting: Promise<void> | undefined

  constructor(page: Page) {
    this.#page = page
  }

  /** Resolves with the number of the chat. A page without a secret is asked to make one first. */
  async start(agent: Person, text: string): Promise<number> {
    const { services, account, channelId, chats, visit } = this.#page
    // Agents who write at the same time wait for one secret.
    if (chats.key === undefined) await (this.#meeting ??= this.#meet())
    const { key = '' } = chats
    const outcome = await services.commit({
      account,
      target: { channel: channelId, key },
      command: { type: 'agent.start', agent, id: services.ids.letters(22), text },
      visitor: visit.values,
    })
    if (outcome.kind !== 'done' || outcome.chat === null) throw new Error('a chat was begun and is not there')
    return outcome.chat
  }

  /** The page has a secret. */
  met(): void {
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
