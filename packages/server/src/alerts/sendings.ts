import type { AlertSign } from '@deskbell/protocol/agent/alerts'
import type { OpenAlert } from '../realtime/agent-alerts.ts'
import type { Target } from './decide.ts'
import type { DueAlert } from './statements.ts'

/** An alert that goes to one agent by one means. */
export interface Sending {
  readonly id: string
  readonly alert: DueAlert
  readonly target: Target
  readonly signs: readonly AlertSign[]
  /** Of its push service. */
  readonly origin: string | undefined
}

export const toSendRow = ({ id, alert, target }: Sending) => ({
  account_id: alert.account_id,
  id,
  alert_id: alert.id,
  agent_id: target.agent,
  means: target.means,
  device_id: target.device,
})

export const toOpenAlert = ({ id, alert, target, signs }: Sending): OpenAlert => ({
  account: alert.account_id,
  agent: target.agent,
  alert: id,
  what: alert.cause,
  ...(alert.chat_id !== null && { chat: alert.chat_id }),
  ...(alert.task_id !== null && alert.contact_id !== null && { task: alert.task_id, contact: alert.contact_id }),
  ...(alert.cause === 'mention' && alert.entry_n !== null && { n: alert.entry_n }),
  ...(alert.call_id !== null && { call: alert.call_id }),
  signs,
})
