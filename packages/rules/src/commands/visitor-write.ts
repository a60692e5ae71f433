import { PACE_BOTH, SAME_MAX } from '../bot-limits.ts'
import { paced, sameAs } from '../bot-part.ts'
import { leaving, opening } from '../bot-turn.ts'
import { buttonOf } from '../buttons.ts'
import type { CommandKind } from '../command-kind.ts'
import type { EntryBody } from '../entries.ts'
import type { Message } from '../entries/message.ts'
import type { Facts, Profile } from '../facts.ts'
import { isClosed, keptOpen } from '../holding.ts'
import type { Department, EntryMedia } from '../shapes.ts'
import { wakes } from '../snooze.ts'
import type { ChatState } from '../state.ts'
import { changeToTell } from '../visitor-changes.ts'

export interface VisitorWrite {
  readonly type: 'visitor.write'
  readonly id: string
  readonly text: string
  readonly cutFrom?: number
  /** Never empty. */
  readonly attachments?: readonly VisitorAttachment[]
  readonly theirId?: string
  /** The message was sent through the offline form (W11). */
  readonly left?: true
  readonly invite?: string
  /** The department that the visitor chose, for a chat that begins. */
  readonly department?: Department
  readonly profile: Profile
}

/** What a visitor's message carries. `source`: the encrypted addresses to fetch it from, where it needs a file. */
export interface VisitorAttachment {
  readonly media: EntryMedia
  readonly source?: string
}

export const visitorWrite: CommandKind<VisitorWrite> = {
  type: 'visitor.write',
  opens: true,
  decide(state, command, facts) {
    // A closed chat is never reopened: the commit opens a new one for the visitor.
    if (isClosed(state)) return { refused: 'closed' }
    if (facts.blocked) return { refused: 'blocked' }
    const answering = whoAnswers(state, facts)
    const asksBot = state.owner.kind === 'bot' && answering.length === 0
    const message = toMessage(state, command, asksBot)
    return [
      ...keptOpen(state),
      ...wakes(state),
      ...answering,
      ...aroundMessage(state, command, facts),
      message,
      ...(asksBot ? endsLoop(state, message, facts.now) : []),
    ]
  },
}

/** Entries for what the message carries besides its text. */
function aroundMessage(state: ChatState, command: VisitorWrite, facts: Facts): EntryBody[] {
  const entries: EntryBody[] = []
  // Before the first message there is no earlier profile to compare with.
  const changed = state.received > 0 ? changeToTell(facts, command.profile) : undefined
  if (changed) entries.push(changed)
  if (command.invite !== undefined && command.invite !== state.invite)
    entries.push({ type: 'visitor.invited', text: command.invite })
  if (state.last === 0 && command.department)
    entries.push({ type: 'department.chosen', department: command.department })
  return entries
}

function toMessage({ bot }: ChatState, command: VisitorWrite, asksBot: boolean): Message {
  const button = asksBot && bot && !command.attachments ? buttonOf(command.text, bot.buttons) : undefined
  return {
    type: 'message',
    from: 'visitor',
    id: command.id,
    text: command.text,
    ...(command.cutFrom !== undefined && { cutFrom: command.cutFrom }),
    ...(button && { button }),
    ...(command.attachments && { attachments: command.attachments.map(({ media }) => media) }),
    ...(command.theirId !== undefined && { theirId: command.theirId }),
    ...(command.left && { left: true as const }),
  }
}

/** Decides who answers the message: the bot joins, the bot leaves, or nothing changes. */
function whoAnswers(state: ChatState, { bot }: Facts): EntryBody[] {
  if (state.last === 0) return bot ? [opening(bot)] : []
  if (state.owner.kind !== 'bot' || !state.bot) return []
  if (bot?.id !== state.bot.id) return [leaving(state.bot, 'removed')]
  if (bot.failing === undefined || state.bot.probe) return []
  return [leaving(state.bot, 'skipped', bot.failing)]
}

/** Pauses the bot when the visitor's messages look automatic (a loop of two bots). */
function endsLoop({ bot, owner }: ChatState, message: Message, now: number): EntryBody[] {
  if (owner.kind !== 'bot' || !bot) return []
  const pace = paced(bot, now, 'visitor')
  if (pace.visitor > PACE_BOTH && pace.bot >= PACE_BOTH) return [leaving(bot, 'loop')]
  if (sameAs(bot.same.visitor, message).times >= SAME_MAX) return [leaving(bot, 'repeats', 'the visitor')]
  return []
}
