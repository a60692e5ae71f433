import type { WebhookCall } from './shapes.ts'

export type CallStatus = WebhookCall['status']

/** The state of a call that its next status depends on. */
export interface CallState {
  readonly status: CallStatus
  /** The sides that are connected. */
  readonly agent: boolean
  readonly client: boolean
}

/**
 * C17: the call after `status`, or undefined if the status is not allowed now. A call starts once; each side connects
 * at most once, in any order; a call with a connected side can end; an error can end it at any time. No status follows
 * end or error. `call` undefined: the call has not started.
 */
export function nextCall(call: CallState | undefined, status: CallStatus): CallState | undefined {
  if (!call) return status === 'start' ? { status, agent: false, client: false } : undefined
  if (isOver(call)) return undefined
  switch (status) {
    case 'start':
      return undefined
    case 'agent_connected':
      return call.agent ? undefined : { ...call, status, agent: true }
    case 'client_connected':
      return call.client ? undefined : { ...call, status, client: true }
    case 'end':
      return call.agent || call.client ? { ...call, status } : undefined
    case 'error':
      return { ...call, status }
  }
}

export function isOver({ status }: CallState): boolean {
  return status === 'end' || status === 'error'
}
