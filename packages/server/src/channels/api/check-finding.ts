import type { CheckFinding } from '@deskbell/protocol/agent/check-words'
import type { Reply } from '@deskbell/protocol/channel/reply'

export interface Answered {
  readonly reply: Reply
  /** Null when there was no valid answer. */
  readonly status: number | null
  /** The request named a real visitor of the channel, not a made-up one. */
  readonly isCustomer: boolean
  /** The request was chunked (A28). */
  readonly chunked: boolean
}

/** Statuses with which servers and gateways refuse a request without Content-Length. */
const NO_LENGTH: ReadonlySet<number | null> = new Set([400, 411, 501])

/**
 * The likely cause of a failed check. An error in the answer itself is used first (A23, A26), then the usual meaning of
 * the status at gateways and frameworks.
 */
export function findingOf({ reply, status, isCustomer, chunked }: Answered): CheckFinding {
  if (reply.outcome === 'ok') return reply.diagnosis === undefined ? 'delivered' : 'taken_by_switch'
  if (status === null) return 'no_answer'
  const code = reply.code ?? ''
  if (reply.outcome === 'final' && reply.text === '') return 'not_supported'
  if (code.startsWith('recipient_')) return isCustomer ? 'refused' : 'customer_unknown'
  if (status === 404 || status === 410) return 'not_found'
  if (status === 405) return 'wrong_method'
  if (status === 401 || status === 403 || status === 407) return 'not_allowed'
  if (reply.outcome === 'final') {
    if (chunked && status === 411) return 'chunked_refused'
    return isCustomer ? 'refused' : 'customer_unknown'
  }
  if (code === 'rate_limited' || code === 'temporarily_unavailable' || status === 429) return 'try_later'
  if (status < 300) return 'no_result'
  if (status < 400) return 'redirected'
  if (chunked && NO_LENGTH.has(status)) return 'chunked_refused'
  return status >= 500 ? 'server_failed' : 'not_accepted'
}
