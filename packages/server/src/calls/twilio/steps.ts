import { isOver, OUTSIDE, type CallState } from '@deskbell/rules/calls/index'
import type { Person } from '@deskbell/rules'
import type { Services } from '../../services.ts'
import { callSettingsOf } from '../../settings/call-times.ts'
import { phoneOf } from '../phones.ts'
import type { Addresses, Step } from './addresses.ts'
import type { Checks } from './checks.ts'
import type { Driver } from './driver.ts'
import type { Leg, LegKey, LegRows } from './leg-rows.ts'
import type { Lines } from './lines.ts'
import { SID } from './rest.ts'
import { spoken } from './spoken.ts'
import * as twiml from './twiml.ts'

/** The key that takes the call, how long an agent may take to press it (s), and how often they are asked. */
const TAKES = '1'
const KEY_WITHIN = 6
const ASKED = 3

type Needs = Pick<Services, 'clock' | 'directory'> & {
  readonly addresses: Addresses
  readonly checks: Pick<Checks, 'check'>
  readonly driver: Pick<Driver, 'follow'>
  readonly lines: Lines
  readonly rows: LegRows
}

/**
 * Takes what the provider tells of a telephone. Resolves with what it is to do next, in TwiML. One of a call that is over hangs up, and
 * what is told again changes nothing.
 */
export type Steps = (key: LegKey, step: Step, told: Told) => Promise<string | undefined>

/** `asked`: how often the agent was asked for a key. */
export interface Told {
  readonly form: URLSearchParams
  readonly asked?: number
}

const SAYS = new RegExp(SID)
/** Steps whose answer is TwiML. */
const INSTRUCTS: ReadonlySet<Step> = new Set(['asks', 'key', 'joins', 'held', 'back'])

export function makeSteps({ addresses, checks, clock, directory, driver, lines, rows }: Needs): Steps {
  return async (key, step, { form, asked = 1 }) => {
    const sid = form.get('CallSid') ?? ''
    const leg = SAYS.test(sid) ? await rows.one(key) : undefined
    const isKnown = leg !== undefined && (leg.sid ?? sid) === sid && leg.state !== 'over'
    if (step === 'recorded') void driver.follow(key.account, key.call)
    else if (isKnown && step === 'left') await checks.check(leg)
    else if (isKnown && step === 'status') await told(leg, sid, form)
    if (!INSTRUCTS.has(step)) return undefined
    const state = isKnown && leg.state !== 'ending' ? await lines.readState(key.account, key.call) : undefined
    if (!leg || !state || isOver(state)) return twiml.hangUp()
    if (leg.sid === null) await rows.heard(leg, sid, clock.now())
    return instruct(leg, step, { state, form, asked })
  }

  async function told(leg: Leg, sid: string, form: URLSearchParams): Promise<void> {
    const sip = Number(form.get('SipResponseCode'))
    const status = form.get('CallStatus') ?? ''
    await lines.heard(leg, { sid, status, ...(sip >= 300 && { sip }) })
    void driver.follow(leg.account, leg.call)
  }

  async function instruct(
    leg: Leg,
    step: Step,
    { state, ...more }: Required<Told> & { readonly state: CallState },
  ): Promise<string> {
    const { account, call } = leg
    const room = addresses.room(account, call)
    if (leg.agent !== null) {
      if (step === 'asks') return asks(leg, state, 1)
      return step === 'key' ? pressed(leg, more) : twiml.hangUp()
    }
    // A client who has called is not told of by a status.
    const left = leg.number === '' ? { left: addresses.of(leg, 'left') } : {}
    if (step === 'held') return twiml.wait(`${room}-held`)
    if (step === 'back') return twiml.join(room, left)
    if (step !== 'joins') return twiml.hangUp()
    await rows.move(leg, 'answered')
    const outcome = await lines.change(account, call, { type: 'call.answered' })
    if (outcome.kind === 'refused' || isOver(outcome.call.state)) return twiml.hangUp()
    const { language } = callSettingsOf(directory, account)
    return twiml.join(room, { ...left, ...(state.records && { first: spoken('recorded', language) }) })
  }

  /** The agent has answered, and hears what it is about. */
  async function asks(leg: Leg, { rings, invitation }: CallState, count: number): Promise<string> {
    // A telephone outside takes the call by answering.
    if (leg.agent === OUTSIDE) return takes(leg, { id: OUTSIDE, name: leg.number })
    const isAsked = rings.some(({ id }) => id === leg.agent) || invitation?.to.id === leg.agent
    if (!isAsked || leg.agent === null) return twiml.hangUp()
    await rows.move(leg, 'answered')
    const { language = 'en' } = phoneOf(directory, leg.account, leg.agent) ?? {}
    const url = addresses.of(leg, 'key', `?asked=${count}`)
    return twiml.ask(spoken('accept', language), { url, seconds: KEY_WITHIN })
  }

  /** The telephone has the call from now on, or is too late. */
  async function takes(leg: Leg, agent: Person): Promise<string> {
    const { account, call } = leg
    await rows.move(leg, 'answered')
    const outcome = await lines.change(account, call, { type: 'call.accept', agent, on: 'phone' })
    const has = outcome.kind === 'done' && outcome.call.state.agents.some(({ id }) => id === agent.id)
    return has && !isOver(outcome.call.state) ? twiml.join(addresses.room(account, call)) : twiml.hangUp()
  }

  async function pressed(leg: Leg, { form, asked }: Required<Told>): Promise<string> {
    const { account, call } = leg
    const agent = lines.personOf(leg)
    if (!agent) return twiml.hangUp()
    if (form.get('Digits') === TAKES) return takes(leg, agent)
    const state = await lines.readState(account, call)
    if (state && asked < ASKED) return asks(leg, state, asked + 1)
    // A machine that answers presses no key.
    await lines.change(account, call, { type: 'call.pass', agent, why: 'unanswered' })
    await rows.move(leg, 'ending')
    return twiml.hangUp()
  }
}
