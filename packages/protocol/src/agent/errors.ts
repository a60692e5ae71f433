/** Every error code of the agent API with its status. docs/errors.md lists what to do for each. */
export const AGENT_ERRORS = {
  invalid_field: 400,
  invalid_json: 400,
  text_too_long: 400,
  wrong_password: 400,
  signed_out: 401,
  wrong_credentials: 401,
  forbidden: 403,
  reauthenticate: 403,
  session_required: 403,
  wrong_origin: 403,
  not_found: 404,
  method_not_allowed: 405,
  closed: 409,
  taken: 409,
  not_yours: 409,
  not_failed: 409,
  blocked: 409,
  no_card: 409,
  not_scheduled: 409,
  too_many_scheduled: 409,
  not_offered: 409,
  too_late: 409,
  too_many_colleagues: 409,
  call_over: 409,
  call_taken: 409,
  call_elsewhere: 409,
  not_in_call: 409,
  not_talking: 409,
  colleague_asked: 409,
  colleague_away: 409,
  email_taken: 409,
  too_many_invitations: 409,
  name_taken: 409,
  last_owner: 409,
  not_replayable: 409,
  too_many: 409,
  too_many_tags: 409,
  files_full: 409,
  link_ended: 410,
  too_large: 413,
  wrong_type: 415,
  idempotency_mismatch: 422,
  rate_limited: 429,
  fault: 500,
  busy: 503,
  unavailable: 503,
  disk_full: 507,
} as const
export type AgentErrorCode = keyof typeof AGENT_ERRORS

/**
 * Codes of refusals that do not come from a route: bytes that are not HTTP, a request that cannot be read (each with
 * its 4xx status), and a frame of the socket.
 */
export const OTHER_ERRORS = ['bad_request', 'invalid_request', 'invalid_frame'] as const
export type OtherErrorCode = (typeof OTHER_ERRORS)[number]
