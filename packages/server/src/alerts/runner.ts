import type { AlertSign } from '@deskbell/protocol/agent/alerts'
import { queryInOrder } from '../db/query-in-order.ts'
import type { Tx } from '../db/db.ts'
import type { LeasedDelivery, NewDelivery } from '../deliveries/delivery.ts'
import { LEASE } from '../deliveries/policy.ts'
import { deliveryRows, toLeased, type DeliveryRow } from '../deliveries/rows.ts'
import { insertDeliveries } from '../deliveries/statements.ts'
import { makeSweeps, type Sweeps } from '../platform/sweeps.ts'
import type { OpenAlert } from '../realtime/agent-alerts.ts'
import type { Services } from '../services.ts'
import { decideStep, type Person, type Sent, type Step, type Target } from './decide.ts'
import type { Exhausted } from './exhausted.ts'
import { toDelivery } from './new-deliveries.ts'
import { outcomeOf } from './outcome.ts'
import { readPersons, type Persons } from './persons.ts'
import { routerHas } from './router-has.ts'
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

interface Sending {
  readonly id: string
  readonly alert: DueAlert
  readonly target: Target
  readonly signs: readonly AlertSign[]
  /** Of its push service. */
  readonly origin: string | undefined
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
      const deliveries = sendings.flatMap((one): NewDelivery | never[] => toDelivery(directory, one) ?? [])
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

  async function decideAll(tx: Tx, due: readonly DueAlert[], now: number) {
    const keys = [due.map((one) => one.account_id), due.map((one) => one.id)]
    const rows = await tx.query<SendRow>(readSends, keys)
    const sentBy = Map.groupBy(rows, (row) => row.alert_id)
    const persons = new Map<number, Persons>()
    for (const account of new Set(due.map((one) => one.account_id)))
      persons.set(account, await readPersons({ directory, presence }, tx, account, now))
    const decided = due.map((alert) => {
      const over = outcomeOf(alert)
      if (over !== undefined) return { alert, step: ended(over), people: undefined, endedByChat: true }
      const later = routerHas(alert, now)
      if (later !== undefined) return { alert, step: postponed(later), people: undefined, endedByChat: false }
      const people = persons.get(alert.account_id)
      const found = people ? concerned(people, alert) : []
      const sent = (sentBy.get(alert.id) ?? []).map(toSent)
      const step = decideStep({ now, createdAt: alert.created_at, persons: found, sent, mail })
      return { alert, step, people, endedByChat: false }
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

const postponed = (nextAt: number) => ({ targets: [], nextAt, outcome: null })

/** The agents whom an alert that goes on concerns. */
function concerned(people: Persons, { cause: what, agent_id: agent, by_agent_id: by, ...alert }: DueAlert): Person[] {
  if (alert.task_id !== null) return people.forTask({ agent, channels: alert.contact_channels })
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

const toSendRow = ({ id, alert, target }: Sending) => ({
  account_id: alert.account_id,
  id,
  alert_id: alert.id,
  agent_id: target.agent,
  means: target.means,
  device_id: target.device,
})

const toOpenAlert = ({ id, alert, target, signs }: Sending): OpenAlert => ({
  account: alert.account_id,
  agent: target.agent,
  alert: id,
  what: alert.cause,
  ...(alert.chat_id !== null && { chat: alert.chat_id }),
  ...(alert.task_id !== null && alert.contact_id !== null && { task: alert.task_id, contact: alert.contact_id }),
  ...(alert.cause === 'mention' && alert.entry_n !== null && { n: alert.entry_n }),
  signs,
})
