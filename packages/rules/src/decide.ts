import { buttonOf } from './buttons.ts'
import type { Command, Facts, Profile, Refusal } from './command.ts'
import { botGaveUp, botInvites, botTakes, botWrites, endsLoop, timePasses, whoAnswers } from './decide-bot.ts'
import type { Changed, EntryBody, Message } from './entry.ts'
import type { ChatState } from './state.ts'

/**
 * What happens when `command` meets a chat in `state`. An empty list means that all is as the command wants it
 * already. A visitor's message is the one command that opens a chat: hand it `opened(now)`.
 */
export function decide(state: ChatState, command: Command, facts: Facts): EntryBody[] | Refusal {
  const closed = state.owner.kind === 'nobody'
  switch (command.type) {
    case 'visitor.write':
      // A closed chat is never reopened: whoever commits gives the visitor a new one.
      if (closed) return { refused: 'closed' }
      return written(state, command, facts)

    case 'visitor.introduce': {
      if (closed) return []
      const changed = change(facts.known, command.profile)
      return changed ? [changed] : []
    }

    // Of a closed chat, as a rule: that is when the visitor is asked.
    case 'visitor.rate':
      if (state.rating === command.rating && command.text === undefined) return []
      return [{ type: 'chat.rated', rating: command.rating, ...(command.text !== undefined && { text: command.text }) }]

    case 'agent.start': {
      if (closed) return { refused: 'closed' }
      // The visitor was quicker, or a colleague was.
      if (state.last > 0)
        return { refused: 'taken', ...(state.owner.kind === 'agent' && { holder: state.owner.agent }) }
      const { agent, id, text } = command
      return [
        { type: 'agent.joined', agent },
        { type: 'message', from: 'agent', id, text, agent },
      ]
    }

    case 'agent.accept': {
      if (closed) return { refused: 'closed' }
      if (state.owner.kind === 'agent') {
        if (state.owner.agent.id === command.agent.id) return []
        if (!command.takeOver) return { refused: 'taken', holder: state.owner.agent }
      }
      const told = state.bot && !state.bot.joined ? { bot: state.bot.id } : {}
      return [{ type: 'agent.joined', agent: command.agent, ...told }]
    }

    case 'agent.leave': {
      if (closed) return { refused: 'closed' }
      if (state.owner.kind !== 'agent') return []
      if (state.owner.agent.id !== command.agent.id && !command.anyone)
        return { refused: 'taken', holder: state.owner.agent }
      return [{ type: 'agent.left', agent: command.agent }]
    }

    case 'agent.write': {
      const refusal = mustHold(state, command.agent.id)
      if (refusal) return refusal
      return [
        {
          type: 'message',
          from: 'agent',
          id: command.id,
          text: command.text,
          agent: command.agent,
          ...(command.media && { media: command.media }),
        },
      ]
    }

    case 'agent.resend': {
      const refusal = mustHold(state, command.agent.id)
      if (refusal) return refusal
      if (!state.failed.includes(command.of)) return { refused: 'not_failed' }
      return [{ type: 'message.resent', of: command.of, agent: command.agent }]
    }

    case 'agent.close': {
      if (closed) return []
      if (state.owner.kind === 'agent' && state.owner.agent.id !== command.agent.id && !command.anyone)
        return { refused: 'taken', holder: state.owner.agent }
      return [{ type: 'chat.closed', agent: command.agent }]
    }

    case 'bot.write':
      return botWrites(state, command, facts)
    case 'bot.invite':
      return botInvites(state, command, facts)
    case 'bot.gave-up':
      return botGaveUp(state, command)
    case 'bot.take':
      return botTakes(state, command)
    case 'time.pass':
      return timePasses(state, facts)

    // What comes of a delivery is told in closed chats too: the agent reads it in the history.
    case 'delivery.succeeded':
      return [{ type: 'message.delivered', of: command.of }]
    case 'delivery.failed':
      return [
        {
          type: 'message.failed',
          of: command.of,
          ...(command.code !== undefined && { code: command.code }),
          text: command.text,
        },
      ]
    case 'media.arrived':
      return [{ type: 'media.stored', of: command.of, media: command.media }]
    case 'media.missed':
      return [{ type: 'media.failed', of: command.of, media: command.media, reason: command.reason }]
  }
}

function mustHold(state: ChatState, agent: number): Refusal | undefined {
  if (state.owner.kind === 'nobody') return { refused: 'closed' }
  if (state.owner.kind !== 'agent') return { refused: 'not_yours' }
  if (state.owner.agent.id !== agent) return { refused: 'taken', holder: state.owner.agent }
  return undefined
}

function written(state: ChatState, command: Command & { type: 'visitor.write' }, facts: Facts): EntryBody[] {
  const answering = whoAnswers(state, facts)
  const entries: EntryBody[] = [...answering]
  // Before the first message there is nobody to tell of a change.
  const changed = state.received > 0 ? change(facts.known, command.profile) : undefined
  if (changed) entries.push(changed)
  if (command.invite !== undefined && command.invite !== state.invite)
    entries.push({ type: 'visitor.invited', text: command.invite })
  if (state.last === 0 && command.department)
    entries.push({ type: 'department.chosen', department: command.department })
  const asksBot = state.owner.kind === 'bot' && answering.length === 0
  const button = asksBot && state.bot && !command.media ? buttonOf(command.text, state.bot.buttons) : undefined
  const message: Message = {
    type: 'message',
    from: 'visitor',
    id: command.id,
    text: command.text,
    ...(command.cutFrom !== undefined && { cutFrom: command.cutFrom }),
    ...(button && { button }),
    ...(command.media && { media: command.media }),
    ...(command.theirId !== undefined && { theirId: command.theirId }),
  }
  entries.push(message)
  if (asksBot) entries.push(...endsLoop(state, message, facts.now))
  return entries
}

/** The given values that differ from what is known; undefined when none does (A9). */
export function change(known: Profile, given: Profile): Changed | undefined {
  const changed: { -readonly [Field in keyof Profile]: string } = {}
  for (const field of ['name', 'phone', 'email', 'description'] as const) {
    const value = given[field]
    if (value !== undefined && value !== known[field]) changed[field] = value
  }
  return Object.keys(changed).length > 0 ? { type: 'visitor.changed', ...changed } : undefined
}
