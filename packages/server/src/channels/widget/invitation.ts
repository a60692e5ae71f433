import type { Person } from '@deskbell/rules'
import type { Services } from '../../services.ts'
import type { Session } from './session.ts'

/** How long a page may take to create a secret (ms). */
const MEET_WITHIN = 4000

/** The page has disconnected, or does not answer. */
export class Gone extends Error {}

type Needs = Pick<Services, 'clock' | 'commit' | 'ids'>

type Page = Pick<Session, 'account' | 'channelId' | 'chats' | 'visit' | 'send'>

/** Opens a chat for an agent who writes first. */
export class Invitation {
  readonly #page: Page
  readonly #services: Needs
  #met = () => {}
  #meeting: Promise<void> | undefined

  constructor(page: Page, services: Needs) {
    this.#page = page
    this.#services = services
  }

  /** Resolves with the number of the chat. A page without a secret is asked to create one first. */
  async start(agent: Person, text: string): Promise<number> {
    const { account, channelId, chats, visit } = this.#page
    const { commit, ids } = this.#services
    // Concurrent calls wait for the same secret.
    if (chats.key === undefined) await (this.#meeting ??= this.#meet())
    const { key = '' } = chats
    const outcome = await commit({
      account,
      target: { channel: channelId, key },
      command: { type: 'agent.start', agent, id: ids.letters(22), text },
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
    const cancel = this.#services.clock.after(MEET_WITHIN, () => met.reject(new Gone()))
    await met.promise.finally(() => {
      cancel()
      this.#meeting = undefined
    })
  }
}
