/**
 * What a test call goes through, in this order. This file has no imports, because the agent application bundles it. A trunk that does not register has no
 * `registered`.
 */
export const TEST_STEPS = [
  ...(['settings', 'host', 'connected', 'registered', 'engine', 'dialled'] as const),
  ...(['rings', 'answered', 'sound', 'key', 'over'] as const),
] as const
export type TestStep = (typeof TEST_STEPS)[number]

/** Why a test call did not get further. */
export const TEST_FAILURES = [
  ...(['not_taken', 'host_unknown', 'not_connected', 'not_registered', 'engine_missing', 'engine_failed'] as const),
  ...(['call_refused', 'wrong_number', 'busy', 'declined', 'no_answer', 'unreachable', 'trunk_failed'] as const),
  ...(['lost', 'engine_died', 'restarted'] as const),
] as const
export type TestFailure = (typeof TEST_FAILURES)[number]
