import type { WebhookCall } from './shapes.ts'

export type CallStatus = WebhookCall['status']

/** Where a call stands, as far as its next status depends on it. */
export interface CallState {
  readonly status: CallStatus
  /** Who is on the line by now. */
  readonly agent: boolean
  readonly client: boolean
}

/**
 * C17: the call after `status`, or undefined where it may not come now. A call starts once; each side connects at most
 * once, in any order; one to which a side was connected ends; an error ends it at any time. After end and error
 * nothing follows. `call` undefined: there is none yet.
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
