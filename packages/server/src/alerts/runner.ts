import { lockNames } from '../db/lock-names.ts'
import { queryInOrder } from '../db/query-in-order.ts'
import type { Tx } from '../db/db.ts'
import type { LeasedDelivery, NewDelivery } from '../deliveries/delivery.ts'
import { LEASE } from '../deliveries/policy.ts'
import { deliveryRows, toLeased, type DeliveryRow } from '../deliveries/rows.ts'
import { insertDeliveries } from '../deliveries/statements.ts'
import { makeSweeps, type Sweeps } from '../platform/sweeps.ts'
import type { Services } from '../services.ts'
import { timesOf } from '../settings/call-times.ts'
import { decideStep, type Person, type Sent, type Step } from './decide.ts'
import type { Exhausted } from './exhausted.ts'
import { toDelivery, toWithdrawal } from './new-deliveries.ts'
import { outcomeOf } from './outcome.ts'
import { readPersons, type Persons } from './persons.ts'
import { decideRing, rungAt, type RingSituation } from './ring.ts'
import { routerHas } from './router-has.ts'
import { toOpenAlert, toSendRow, type Sending } from './sendings.ts'
import { signsFor } from './settings.ts'
import {
  claimAlerts,
  holdChats,
  insertSends,
  moveAlerts,
  readSends,
  type DueAlert,
  type SendRow,
} from './statements.ts'

/** How often due alerts are looked for, and how many go further in one transaction. */
const POLL = 1000
const AT_ONCE = 200

type Needs = Pick<Services, 'db' | 'clock' | 'ids' | 'directory' | 'presence' | 'agentAlerts'> & {
  readonly onLeased: (leased: readonly LeasedDelivery[]) => void
  readonly onError: (error: unknown) => void
  readonly exhausted: Exhausted
  /** The server can send mail. */
  readonly mail: boolean
}

interface Decision {
  readonly alert: DueAlert
  /** The alert ends because of the state of the chat or task, not because it went as far as it can. */
  readonly endedByChat: boolean
}

interface Decided extends Decision {
  readonly step: Omit<Step, 'outcome'> & { readonly outcome: string | null }
  readonly people: Persons | undefined
  /** Where the alert went before. */
  readonly sends: readonly SendRow[]
}

/**
 * Sends due alerts to their next step. The rows of an alert are claimed, decided and written in one transaction, so that any
 * number of processes may do it, and a crash repeats a step as a whole or not at all. An alert for an open application is
 * published after the commit: if it is lost, the alert goes further after its time.
 */
export function makeAlertRunner(needs: Needs): Sweeps {
  const { db, clock, ids, directory, presence, agentAlerts, exhausted, onLeased, onError, mail } = needs
  async function turn(): Promise<number> {
    const at = clock.now()
    const token = ids.uuid()
    const { count, sendings, leased, over } = await db.transaction(async (tx) => {
      const due = await queryInOrder<DueAlert>(tx, claimAlerts, [new Date(at), AT_ONCE])
      if (due.length === 0) return { count: 0, sendings: [], leased: [], over: [] }
      const steps = await decideAll(tx, due, at)
      if (steps.length === 0) return { count: 0, sendings: [], leased: [], over: [] }
      const sendings = steps.flatMap(({ alert, step, people }) =>
        step.targets.map((target): Sending => {
          const origin = target.device === null ? undefined : people?.pushOrigin(target.device)
          const person = people?.settingsOf(target.agent)
          return { id: ids.uuid(), alert, target, origin, signs: person ? signsFor(person) : [] }
        }),
      )
      const over = steps.flatMap(({ alert, step }) =>
        step.outcome === 'exhausted' || step.outcome === 'quiet' ? [alert] : [],
      )
      const moves = steps.map(({ alert, step }) => toMove(alert, step))
      await tx.query(moveAlerts, [JSON.stringify(moves), new Date(at)])
      if (sendings.length > 0) await tx.query(insertSends, [JSON.stringify(sendings.map(toSendRow)), new Date(at)])
      const withdrawals = steps.flatMap(withdrawalsOf)
      // The push may be ending now: then its withdrawal is due at once, else it waits for that end.
      const lanes = withdrawals.map(({ lane }) => lane)
      if (db.kind === 'server' && lanes.length > 0) await tx.query(lockNames, [lanes]) // guard N15
      const deliveries = [
        ...sendings.flatMap((one): NewDelivery | never[] => toDelivery(directory, one) ?? []),
        ...withdrawals,
      ]
      if (deliveries.length === 0) return { count: steps.length, sendings, leased: [], over }
      const values = [deliveryRows(deliveries), new Date(at), new Date(at + LEASE), token]
      const leased = toLeased(await tx.query<DeliveryRow>(insertDeliveries, values))
      return { count: steps.length, sendings, leased, over }
    })
    onLeased(leased)
    for (const { account_id: account, chat_id: chat, cause: what, agent_id: agent } of over)
      if (chat !== null && what !== 'mention') exhausted.ended({ account, chat, what, agent }, at)
    for (const one of sendings) if (one.target.means === 'open') agentAlerts.publish(toOpenAlert(one))
    return count
  }

  /** A call stops ringing at its agent after the ring time, whatever else happens to it. */
  function stepOfRing(
    { account_id: account, agent_id: agent, call_state: call }: DueAlert,
    now: number,
    found: Pick<RingSituation, 'person' | 'sent'>,
  ): Step | ReturnType<typeof ended> {
    const since = call && agent !== null ? rungAt(call, agent) : undefined
    const until = since === undefined ? now : since + timesOf(directory, account).ring
    return until <= now ? ended('over') : decideRing({ ...found, until })
  }

  async function decideAll(tx: Tx, due: readonly DueAlert[], now: number) {
    const keys = [due.map((one) => one.account_id), due.map((one) => one.id)]
    const rows = await tx.query<SendRow>(readSends, keys)
    const sentBy = Map.groupBy(rows, (row) => row.alert_id)
    const persons = new Map<number, Persons>()
    for (const account of new Set(due.map((one) => one.account_id)))
      persons.set(account, await readPersons({ directory, presence }, tx, account, now))
    const decided = due.map((alert): Decided => {
      const over = outcomeOf(alert)
      const people = persons.get(alert.account_id)
      const sends = sentBy.get(alert.id) ?? []
      if (over !== undefined) return { alert, step: ended(over), people, sends, endedByChat: true }
      const later = alert.cause === 'missed_call' ? whileCalledBack(alert, now) : routerHas(alert, now)
      if (later !== undefined) return { alert, step: postponed(later), people, sends, endedByChat: false }
      const found = people ? concerned(people, alert) : []
      const sent = sends.map(toSent)
      const step =
        alert.cause === 'call'
          ? stepOfRing(alert, now, { person: found[0], sent })
          : decideStep({ now, createdAt: alert.created_at, persons: found, sent, mail })
      return { alert, step, people, sends, endedByChat: false }
    })
    return withoutWritten(tx, decided)
  }

  return makeSweeps({ clock, every: POLL, sweep: async () => (await turn()) === AT_ONCE, onError })
}

/**
 * Without the alerts that would end because of what their chat was when they were claimed, while a commit writes in it: the
 * message that comes with such an alert would alert no agent. The next turn decides about them.
 */
async function withoutWritten<S extends Decision>(tx: Tx, steps: readonly S[]): Promise<S[]> {
  const ending = steps.filter(({ alert, endedByChat }) => endedByChat && alert.state !== null)
  if (ending.length === 0) return [...steps]
  const held = await tx.query<{ account_id: number; id: number }>(holdChats, [
    ending.map(({ alert }) => alert.account_id),
    ending.map(({ alert }) => alert.chat_id),
    ending.map(({ alert }) => alert.state?.last),
  ])
  const unchanged = new Set(held.map((chat) => `${chat.account_id}:${chat.id}`))
  const written = new Set<Decision>(
    ending.filter(({ alert }) => !unchanged.has(`${alert.account_id}:${alert.chat_id}`)),
  )
  return steps.filter((one) => !written.has(one))
}

/** What was shown of a call that does not ring at its agent any more is taken back. */
function withdrawalsOf({ alert, step, sends, people }: Decided): NewDelivery[] {
  if (alert.cause !== 'call' || step.nextAt !== null) return []
  return sends.flatMap(({ id, device_id: device }) => {
    const origin = device === null ? undefined : people?.pushOrigin(device)
    return origin === undefined ? [] : [toWithdrawal(alert.account_id, id, origin)]
  })
}

/** How often it is looked again while an agent is calling back (ms). */
const CALLED_BACK = 15_000

/** An agent who calls back may reach the client. Undefined: none does. */
const whileCalledBack = ({ called_back: since }: DueAlert, now: number): number | undefined =>
  since === 'begun' ? now + CALLED_BACK : undefined

const postponed = (nextAt: number) => ({ targets: [], nextAt, outcome: null })

/** The agents whom an alert that goes on concerns. */
function concerned(people: Persons, { cause: what, agent_id: agent, by_agent_id: by, ...alert }: DueAlert): Person[] {
  if (alert.task_id !== null) return people.forTask({ agent, channels: alert.contact_channels })
  if (alert.call_channel !== null) {
    const { call_channel: channel, call_agents: asked, call_department: department } = alert
    return people.forCall({ agent, channel, asked: asked ?? [], department })
  }
  return people.for({ what, agent, by, channel: alert.channel_id!, state: alert.state! })
}

const ended = (outcome: string) => ({ targets: [], nextAt: null, outcome })

const toSent = ({ agent_id: agent, means, device_id: device, failed }: SendRow): Sent => ({
  agent,
  means,
  device,
  failed,
})

const toMove = (
  { account_id, id }: DueAlert,
  { nextAt, outcome }: Omit<Step, 'outcome'> & { outcome: string | null },
) => ({
  account_id,
  id,
  next_at: nextAt === null ? null : new Date(nextAt),
  outcome,
})
