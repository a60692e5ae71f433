import type { CallFailure } from '@deskbell/rules/calls/index'

const BY_STATUS: Readonly<Record<number, CallFailure>> = {
  401: 'trunk_refused',
  402: 'trunk_refused',
  403: 'trunk_refused',
  404: 'wrong_number',
  407: 'trunk_refused',
  408: 'client_unanswered',
  410: 'wrong_number',
  480: 'client_unreachable',
  484: 'wrong_number',
  486: 'client_busy',
  487: 'client_unanswered',
  600: 'client_busy',
  603: 'client_declined',
  604: 'wrong_number',
}

/** Why a telephone did not answer, by what the trunk said; undefined: nothing. */
export function toFailure(status: number | undefined): CallFailure {
  if (status === undefined) return 'trunk_unavailable'
  const known = BY_STATUS[status]
  if (known) return known
  return status >= 500 ? 'trunk_unavailable' : 'client_unreachable'
}
