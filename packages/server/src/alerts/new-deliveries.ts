import { newDelivery } from '../deliveries/new-delivery.ts'
import type { NewDelivery } from '../deliveries/delivery.ts'
import type { Directory } from '../settings/directory.ts'
import { MAIL_ENDPOINT } from '../settings/notices.ts'
import type { Target } from './decide.ts'
import type { DueAlert } from './statements.ts'

/** Deliveries to one push service share a limit. */
export const pushEndpoint = (origin: string | undefined): string => `push:${origin ?? ''}`

/** The lane of an alert on its way. Only a push about a call that rings has another delivery in it: the withdrawal. */
export const laneOf = (send: string): string => `alert:${send}`

/** What a delivery of web push has. */
export interface PushBody {
  /** The alert on its way. */
  readonly alert: string
  /** It is worth nothing once the call does not ring any more. */
  readonly rings?: true
  /** What was shown of it is to go away: the call does not ring any more. */
  readonly withdraws?: true
}

const toPushBody = (alert: string, what: DueAlert['cause']): PushBody => ({
  alert,
  ...(what === 'call' && { rings: true }),
})

/** Takes back a web push. It is in the lane of that push, so it never comes before it. */
export const toWithdrawal = (account: number, id: string, origin: string): NewDelivery =>
  newDelivery({
    ...{ account, lane: laneOf(id), kind: 'web_push', endpoint: pushEndpoint(origin) },
    body: { alert: id, withdraws: true } satisfies PushBody,
  })

/** The delivery that carries an alert to a device or a mail address; undefined for an open application. */
export function toDelivery(
  directory: Directory,
  {
    id,
    alert,
    target,
    origin,
  }: {
    id: string
    alert: Pick<DueAlert, 'account_id' | 'chat_id' | 'entry_n' | 'task_id' | 'call_id' | 'cause'>
    target: Target
    origin?: string | undefined
  },
): NewDelivery | undefined {
  const fields = { account: alert.account_id, lane: laneOf(id), chat: alert.chat_id }
  if (target.means === 'push')
    return newDelivery({
      ...fields,
      kind: 'web_push',
      endpoint: pushEndpoint(origin),
      body: toPushBody(id, alert.cause),
    })
  const agent = directory.agent(alert.account_id, target.agent)
  if (target.means !== 'mail' || !agent) return undefined
  const task = alert.task_id === null ? {} : { task: alert.task_id }
  const call = alert.call_id === null ? {} : { call: alert.call_id }
  const body = { alert: { id, what: alert.cause, n: alert.entry_n, ...task, ...call } }
  return newDelivery({ ...fields, kind: 'mail', endpoint: MAIL_ENDPOINT, recipient: agent.email, body })
}
