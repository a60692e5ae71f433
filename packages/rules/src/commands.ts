import type { CommandKind } from './command-kind.ts'
import { agentAccept } from './commands/agent-accept.ts'
import { agentAssign } from './commands/agent-assign.ts'
import { agentBlock } from './commands/agent-block.ts'
import { agentClose } from './commands/agent-close.ts'
import { agentEdit } from './commands/agent-edit.ts'
import { agentHandOver } from './commands/agent-hand-over.ts'
import { agentOffer } from './commands/agent-offer.ts'
import { agentDecline } from './commands/agent-decline.ts'
import { agentWithdraw } from './commands/agent-withdraw.ts'
import { agentAsk } from './commands/agent-ask.ts'
import { agentJoin } from './commands/agent-join.ts'
import { agentKeepOpen } from './commands/agent-keep-open.ts'
import { agentLeave } from './commands/agent-leave.ts'
import { agentMacro } from './commands/agent-macro.ts'
import { agentNote } from './commands/agent-note.ts'
import { agentResend } from './commands/agent-resend.ts'
import { agentRoute } from './commands/agent-route.ts'
import { agentSchedule } from './commands/agent-schedule.ts'
import { agentSendNow } from './commands/agent-send-now.ts'
import { agentSnooze } from './commands/agent-snooze.ts'
import { agentStart } from './commands/agent-start.ts'
import { agentTag } from './commands/agent-tag.ts'
import { agentUnblock } from './commands/agent-unblock.ts'
import { agentUnschedule } from './commands/agent-unschedule.ts'
import { agentWake } from './commands/agent-wake.ts'
import { agentWrite } from './commands/agent-write.ts'
import { botGaveUp } from './commands/bot-gave-up.ts'
import { botInvite } from './commands/bot-invite.ts'
import { botTake } from './commands/bot-take.ts'
import { botWrite } from './commands/bot-write.ts'
import { crmAnswer } from './commands/crm-answer.ts'
import { deliveryFailed } from './commands/delivery-failed.ts'
import { deliverySucceeded } from './commands/delivery-succeeded.ts'
import { mediaArrived } from './commands/media-arrived.ts'
import { mediaMissed } from './commands/media-missed.ts'
import { routingOffer } from './commands/routing-offer.ts'
import { routingOverflow } from './commands/routing-overflow.ts'
import { routingWithdraw } from './commands/routing-withdraw.ts'
import { timePass } from './commands/time-pass.ts'
import { visitorEdit } from './commands/visitor-edit.ts'
import { visitorIntroduce } from './commands/visitor-introduce.ts'
import { visitorRate } from './commands/visitor-rate.ts'
import { visitorWrite } from './commands/visitor-write.ts'

/** Every type of command, by its name. */
export const COMMAND_KINDS = commandKinds({
  'visitor.write': visitorWrite,
  'visitor.edit': visitorEdit,
  'visitor.introduce': visitorIntroduce,
  'visitor.rate': visitorRate,
  'agent.start': agentStart,
  'agent.accept': agentAccept,
  'agent.leave': agentLeave,
  'agent.write': agentWrite,
  'agent.hand-over': agentHandOver,
  'agent.route': agentRoute,
  'agent.offer': agentOffer,
  'agent.decline': agentDecline,
  'agent.withdraw': agentWithdraw,
  'agent.ask': agentAsk,
  'agent.join': agentJoin,
  'agent.macro': agentMacro,
  'agent.resend': agentResend,
  'agent.note': agentNote,
  'agent.tag': agentTag,
  'agent.schedule': agentSchedule,
  'agent.unschedule': agentUnschedule,
  'agent.send-now': agentSendNow,
  'agent.snooze': agentSnooze,
  'agent.wake': agentWake,
  'agent.edit': agentEdit,
  'agent.close': agentClose,
  'agent.keep-open': agentKeepOpen,
  'agent.block': agentBlock,
  'agent.unblock': agentUnblock,
  'agent.assign': agentAssign,
  'bot.write': botWrite,
  'bot.invite': botInvite,
  'bot.gave-up': botGaveUp,
  'bot.take': botTake,
  'crm.answer': crmAnswer,
  'routing.offer': routingOffer,
  'routing.withdraw': routingWithdraw,
  'routing.overflow': routingOverflow,
  'time.pass': timePass,
  'delivery.succeeded': deliverySucceeded,
  'delivery.failed': deliveryFailed,
  'media.arrived': mediaArrived,
  'media.missed': mediaMissed,
})

type Kinds = typeof COMMAND_KINDS

export type CommandType = keyof Kinds

/** A request to change a chat, by a person, a bot or a finished delivery. */
export type Command = { [T in CommandType]: Kinds[T] extends CommandKind<infer C> ? C : never }[CommandType]

/** Whether the command begins a chat where none is open. */
export const opensChat = ({ type }: Command): boolean => kindOf(type).opens ?? false

/** The kind of a command. */
export function kindOf(type: CommandType): CommandKind<Command> {
  // The registry puts each kind under its own type, which the compiler cannot follow through an index.
  return COMMAND_KINDS[type] as CommandKind<Command>
}

/** Checks at compile time that each kind is complete and registered under its own name. */
function commandKinds<const K extends { readonly [T in keyof K]: NamedKind<T> }>(kinds: K): K {
  return kinds
}

type NamedKind<T> = Omit<CommandKind<never>, 'type'> & { readonly type: T }
