import type { CallSignal } from '@deskbell/protocol/agent/call'
import type { CallbackForm } from '@deskbell/protocol/widget/callback'
import type { CallView, VisitorFrame } from '@deskbell/protocol/widget/frames'
import { hasTalked, isFinal, isOver, talkTime } from '@deskbell/rules/calls/index'
import { CallNotPossible, type VisitorCall, type VisitorCalls } from '../../realtime/visitor-calls.ts'
import type { Services } from '../../services.ts'
import type { Session } from './session.ts'
import { toAgentView } from './to-visitor.ts'

type Page = Pick<Session, 'account' | 'channelId' | 'chats' | 'from' | 'isOver' | 'send' | 'viewContext'>
type Needs = Pick<Services, 'clock' | 'directory' | 'log'> & { readonly visitorCalls: () => VisitorCalls }

/** The call of a page's visitor. */
export class VisitorCallPart {
  readonly #page: Page
  readonly #services: Needs
  /** The call whose voices the page carries. */
  #carried: number | undefined
  /** The newest state that the page was told. */
  #told: { readonly call: number; readonly last: number } | undefined
  #leave = () => {}

  constructor(page: Page, services: Needs) {
    this.#page = page
    this.#services = services
  }

  carries(call: number | undefined): void {
    this.#carried = call
  }

  /** The page was greeted: tells it of the call that is under way. */
  async begin(number: number): Promise<void> {
    this.end()
    const { account } = this.#page
    try {
      const found = await this.#services.visitorCalls().read({ account, number }, this.#carried)
      if (found && !this.#page.isOver) this.#tell(found)
    } catch (error) {
      // The page hears of the call with its next change.
      this.#services.log.warn({ err: error }, 'the call of a visitor could not be read')
    }
  }

  /** Throws CallNotPossible. */
  async form({ country }: VisitorFrame & { t: 'callback' }): Promise<CallbackForm> {
    const { account, channelId } = this.#page
    const channel = this.#services.directory.channel(account, channelId)
    if (!channel) throw new CallNotPossible('off')
    return this.#services.visitorCalls().form(channel, country)
  }

  /** Throws CallNotPossible. */
  async start({ id, phone, country }: VisitorFrame & { t: 'call' }, number: number): Promise<CallView> {
    const { account, channelId, chats, from } = this.#page
    if (chats.key === undefined) throw new CallNotPossible('closed')
    const asked = { account, number, channel: channelId, key: chats.key, request: id, address: from.near }
    const call = await this.#services
      .visitorCalls()
      .start({ ...asked, ...(phone !== undefined && { phone }), ...(country !== undefined && { country }) })
    this.#carried = call.id
    this.#isNews(call)
    this.#isHere(call)
    return this.#toView(call)
  }

  async hangUp(call: number): Promise<void> {
    await this.#services.visitorCalls().hangUp(this.#visitor(), call)
  }

  async signal({ call, to, signal }: VisitorFrame & { t: 'signal' }): Promise<void> {
    await this.#services.visitorCalls().signal(this.#visitor(), call, to, signal)
  }

  onChanged(call: number): void {
    const { account, chats } = this.#page
    const number = chats.stored?.number
    if (number === undefined) return
    this.#services
      .visitorCalls()
      .read({ account, number }, call)
      .then((found) => {
        if (found && !this.#page.isOver) this.#tell(found)
      })
      .catch((error: unknown) => this.#services.log.warn({ err: error }, 'the call of a visitor could not be read'))
  }

  onSignal(call: number, from: number, signal: CallSignal): void {
    if (call === this.#carried) this.#page.send({ t: 'signal', call, from, signal })
  }

  /** The page has disconnected. */
  end(): void {
    this.#leave()
    this.#leave = () => {}
  }

  #visitor() {
    const number = this.#page.chats.stored?.number
    if (number === undefined) throw new CallNotPossible('no_call')
    return { account: this.#page.account, number }
  }

  #tell(call: VisitorCall): void {
    if (!this.#isNews(call)) return
    this.#isHere(call)
    this.#page.send({ t: 'call', call: this.#toView(call) })
  }

  /** Reads of a call can overtake each other: an older state than the told one is no news. */
  #isNews({ id, state: { last } }: VisitorCall): boolean {
    if (id === this.#told?.call && last < this.#told.last) return false
    this.#told = { call: id, last }
    return true
  }

  #isHere({ id, state }: VisitorCall): void {
    this.end()
    // It has disconnected while its call started: nobody would end it any more.
    if (this.#page.isOver) return
    if (id === this.#carried && !isOver(state)) this.#leave = this.#services.visitorCalls().here(this.#visitor())
  }

  #toView({ id, carrier, state, ice }: VisitorCall): CallView {
    const { directory, clock } = this.#services
    const agent = state.agents[0] && directory.agent(this.#page.account, state.agents[0].id)
    return {
      id,
      ...{ phone: state.phone, status: state.status, held: state.isHeld },
      ...(state.failure && { failure: state.failure }),
      ...(agent && { agent: toAgentView(agent, this.#page.viewContext()) }),
      // The media engine speaks to the page for the agent who has the call.
      agents: (carrier === 'engine' ? state.agents.slice(0, 1) : state.agents).map((one) => one.id),
      age: Math.max(0, clock.now() - state.startedAt),
      since: hasTalked(state) ? talkTime(state, clock.now()) : null,
      over: isOver(state),
      ice: isFinal(state) ? [] : [...ice],
    }
  }
}
