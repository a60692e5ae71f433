export { applyCall, foldCall } from './apply.ts'
export type { CallCommand, CallRefusal, CallRefusalCode } from './commands.ts'
export { decideCall, startCall, type CallDecision } from './decide.ts'
export { statusOf, type CallEntry, type CallEntryBody, type CallEntryType } from './entries.ts'
export { toPhoneNumber } from './phone-number.ts'
export { dueOf as callDueAt, lookAtCall, RECORDING_WITHIN, type CallPool, type CallTimes } from './ring.ts'
export {
  OUTSIDE,
  hasTalked,
  isFinal,
  isOver,
  talkTime,
  type CallAgent,
  type CallFailure,
  type CallInvitation,
  type CallRing,
  type CallSide,
  type CallState,
  type CallStatus,
  type CallType,
} from './state.ts'
