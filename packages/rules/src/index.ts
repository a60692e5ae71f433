export * from './shapes.ts'
export * from './state.ts'
export * from './facts.ts'
export * from './refusal.ts'
export * from './chat-event.ts'
export type { Cause, EntryKind, EventCause, Placed, Reader, Redaction } from './entry-kind.ts'
export { ENTRY_KINDS, type BodySeenBy, type Entry, type EntryBody, type EntryType } from './entries.ts'
export type { CommandKind, Decision } from './command-kind.ts'
export { opensChat, type Command, type CommandType } from './commands.ts'
export type { Ask, ChatDelivery, Where } from './delivery.ts'
export { mediaIn, placeOf } from './attachments.ts'
export { botLane, recipientLane } from './delivery.ts'
export { OFFER_WITHIN, RETURN_WITHIN, type Offer } from './offer.ts'
export { COLLEAGUES_MAX, mustTakePart } from './colleagues.ts'
export { othersIn } from './others.ts'
export {
  EVERYBODY,
  ROUTING_VERSION,
  type Capacity,
  type Distribution,
  type Overflow,
  type OverflowTarget,
  type RoutingPolicy,
} from './routing/policy.ts'
export { OVERFLOW_GRACE, decideOverflow, type Overflowed, type Place, type Waiting } from './routing/overflow.ts'
export { RESULTS_MAX, shorten, type Shortened } from './routing/shorten.ts'
export { botHistory, type BotMessage } from './bot-history.ts'
export { asksToLeave, type ChatOverflow } from './overflowing.ts'
export { mayTake, type RoutingOverflow } from './commands/routing-overflow.ts'
export {
  decideTurn,
  inOrder,
  isTeamOpen,
  roomOf,
  type Routed,
  type Turn,
  type TurnAgent,
  type TurnChat,
  type Why,
} from './routing/turn.ts'
export {
  replay,
  replaying,
  type AgentLoad,
  type OverflowCounts,
  type Past,
  type PastChat,
  type Presence,
  type Replayed,
  type ReplayPolicies,
  type TeamPlace,
} from './routing/replay.ts'
export { releasedAt, waitMarkOf, waitsOf, type Wait, type WaitMark } from './routing/waits.ts'
export { nameOfQueue, PLACE_MAX, placesOf, queueOf, type Queue, type QueuedChat } from './routing/queue.ts'
export {
  agentsAt,
  expectedWait,
  paceOf,
  toWaitStep,
  WAITS,
  type PastWait,
  type PresenceChange,
  type WaitStep,
} from './routing/wait.ts'
export { priorityOf, type PriorityCondition, type PriorityFacts, type PriorityRule } from './routing/priority.ts'
export { wakesRouter } from './routing/wakes.ts'
export type { Holiday, Hours, HoursRange } from './hours/hours.ts'
export { endOf, hoursAt, isOpen, type HoursState } from './hours/open.ts'
export { faultOf, type HoursFault } from './hours/check.ts'
export { HOLD_MAX, SCHEDULED_MAX } from './scheduled.ts'
export type { MacroCommand } from './commands/agent-macro.ts'
export { UNDO_MAX } from './commands/agent-close.ts'
export { decide } from './decide.ts'
export { apply, fold } from './apply.ts'
export { redact } from './redact.ts'
export { authorOf, blockingOf, changesArchive, deliveriesOf, eventOf, isSeenBy, typesSeenBy } from './readers.ts'
export { mentionsIn } from './mentions.ts'
export { buttonOf } from './buttons.ts'
export type { AgentInvited } from './entries/agent-invited.ts'
export type { AgentJoined } from './entries/agent-joined.ts'
export type { AgentLeft } from './entries/agent-left.ts'
export type { AgentUnavailable } from './entries/agent-unavailable.ts'
export type { BotAsked } from './entries/bot-asked.ts'
export type { BotJoined } from './entries/bot-joined.ts'
export type { BotLeft } from './entries/bot-left.ts'
export type { BotRefused } from './entries/bot-refused.ts'
export type { BotSkipped } from './entries/bot-skipped.ts'
export type { ChatClosed } from './entries/chat-closed.ts'
export type { ChatClosing } from './entries/chat-closing.ts'
export type { ChatErased } from './entries/chat-erased.ts'
export type { ChatReturned } from './entries/chat-returned.ts'
export type { ChatRated } from './entries/chat-rated.ts'
export type { ClosingCancelled } from './entries/closing-cancelled.ts'
export type { ChatHanded } from './entries/chat-handed.ts'
export type { ChatSnoozed } from './entries/chat-snoozed.ts'
export type { ChatWoken } from './entries/chat-woken.ts'
export type { CrmAnswered } from './entries/crm-answered.ts'
export type { CrmAssigned } from './entries/crm-assigned.ts'
export type { DepartmentChanged } from './entries/department-changed.ts'
export type { DepartmentChosen } from './entries/department-chosen.ts'
export type { MediaFailed } from './entries/media-failed.ts'
export type { MediaStored } from './entries/media-stored.ts'
export type { MessageDelivered } from './entries/message-delivered.ts'
export type { MessageFailed } from './entries/message-failed.ts'
export type { MessageResent } from './entries/message-resent.ts'
export type { MessageScheduled } from './entries/message-scheduled.ts'
export type { MessageUnscheduled } from './entries/message-unscheduled.ts'
export type { Message } from './entries/message.ts'
export type { NoteWritten } from './entries/note-written.ts'
export type { ChatOffered } from './entries/chat-offered.ts'
export type { ChatOverflowed } from './entries/chat-overflowed.ts'
export type { ChatRouted } from './entries/chat-routed.ts'
export type { OfferDeclined } from './entries/offer-declined.ts'
export type { OfferEnded } from './entries/offer-ended.ts'
export type { ColleagueAsked } from './entries/colleague-asked.ts'
export type { ColleagueDeclined } from './entries/colleague-declined.ts'
export type { ColleagueJoined } from './entries/colleague-joined.ts'
export type { ColleagueLeft } from './entries/colleague-left.ts'
export type { MessageLate } from './entries/message-late.ts'
export type { TagRef, TagsChanged } from './entries/tags-changed.ts'
export type { VisitorBlocked } from './entries/visitor-blocked.ts'
export type { VisitorChanged } from './entries/visitor-changed.ts'
export type { VisitorInvited } from './entries/visitor-invited.ts'
export type { VisitorUnblocked } from './entries/visitor-unblocked.ts'
export type { VisitorUpdated } from './entries/visitor-updated.ts'
export type { AgentAccept } from './commands/agent-accept.ts'
export type { AgentAssign } from './commands/agent-assign.ts'
export type { AgentBlock } from './commands/agent-block.ts'
export type { AgentClose } from './commands/agent-close.ts'
export type { AgentSchedule } from './commands/agent-schedule.ts'
export type { AgentSendNow } from './commands/agent-send-now.ts'
export type { AgentSnooze } from './commands/agent-snooze.ts'
export type { AgentUnschedule } from './commands/agent-unschedule.ts'
export type { AgentWake } from './commands/agent-wake.ts'
export type { AgentHandOver } from './commands/agent-hand-over.ts'
export type { AgentOffer } from './commands/agent-offer.ts'
export type { AgentDecline } from './commands/agent-decline.ts'
export type { AgentWithdraw } from './commands/agent-withdraw.ts'
export type { AgentAsk } from './commands/agent-ask.ts'
export type { AgentJoin } from './commands/agent-join.ts'
export type { AgentKeepOpen } from './commands/agent-keep-open.ts'
export type { AgentLeave } from './commands/agent-leave.ts'
export type { AgentNote } from './commands/agent-note.ts'
export type { AgentResend, ResentMessage } from './commands/agent-resend.ts'
export type { AgentStart } from './commands/agent-start.ts'
export type { AgentTag } from './commands/agent-tag.ts'
export type { AgentUnblock } from './commands/agent-unblock.ts'
export type { AgentWrite } from './commands/agent-write.ts'
export type { BotGaveUp } from './commands/bot-gave-up.ts'
export type { BotInvite } from './commands/bot-invite.ts'
export type { BotTake } from './commands/bot-take.ts'
export type { BotWrite } from './commands/bot-write.ts'
export type { CrmAnswer } from './commands/crm-answer.ts'
export type { DeliveryFailed } from './commands/delivery-failed.ts'
export type { DeliverySucceeded } from './commands/delivery-succeeded.ts'
export type { MediaArrived } from './commands/media-arrived.ts'
export type { MediaMissed } from './commands/media-missed.ts'
export type { TimePass } from './commands/time-pass.ts'
export type { VisitorIntroduce } from './commands/visitor-introduce.ts'
export type { VisitorRate } from './commands/visitor-rate.ts'
export type { VisitorAttachment, VisitorWrite } from './commands/visitor-write.ts'
