import { buttonOf } from './buttons.ts'
import { change } from './change.ts'
import type { Command, Facts, Refusal } from './command.ts'
import { botGaveUp, botInvites, botTakes, botWrites, endsLoop, timePasses, whoAnswers } from './decide-bot.ts'
import { answers, assignedOnAccept, assigns, changesTold, told } from './decide-crm.ts'
import type { EntryBody, Message } from './entry.ts'
import type { ChatState } from './state.ts'

/**
 * What happens when `command` meets a chat in `state`. An empty list means that all is as the command wants it
 * already. A visitor's message is the one command that opens a chat: hand it `opened(now)`.
 */
export function decide(state: ChatState, command: Command, facts: Facts): EntryBody[] | Refusal {
  const closed = state.owner.kind === 'nobody'
  // Nobody's any more, and nothing is to come into it again.
  if (state.erased) return { refused: 'closed' }
  switch (command.type) {
    case 'visitor.write':
      // A closed chat is never reopened: whoever commits gives the visitor a new one.
      if (closed) return { refused: 'closed' }
      if (facts.blocked) return { refused: 'blocked' }
      return written(state, command, facts)

    case 'visitor.introduce': {
      if (closed) return []
      const changed = told(change(facts.known, command.profile), facts)
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
      const bot = state.bot && !state.bot.joined ? { bot: state.bot.id } : {}
      return [{ type: 'agent.joined', agent: command.agent, ...bot }, ...assignedOnAccept(state, command.agent)]
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
      return [...changesTold(state), { type: 'chat.closed', agent: command.agent }]
    }

    case 'agent.block': {
      const { agent } = command
      const holder = state.owner.kind === 'agent' ? state.owner.agent : agent
      if (holder.id !== agent.id && !command.anyone) return { refused: 'taken', holder }
      return [
        ...(facts.blocked ? [] : [{ type: 'visitor.blocked' as const, agent }]),
        ...(closed ? [] : [...changesTold(state), { type: 'chat.closed' as const, agent }]),
      ]
    }
    case 'agent.unblock':
      return facts.blocked ? [{ type: 'visitor.unblocked', agent: command.agent }] : []

    case 'agent.assign':
      return assigns(state, command)
    case 'crm.answer':
      return answers(state, command, facts)

    case 'bot.write':
      return botWrites(state, command, facts)
    case 'bot.invite':
      return botInvites(state, command, facts)
    case 'bot.gave-up':
      return botGaveUp(state, command)
    case 'bot.take':
      return botTakes(state, command)
    case 'time.pass':
      return [...changesTold(state, facts.now), ...timePasses(state, facts)]

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
  const changed = state.received > 0 ? told(change(facts.known, command.profile), facts) : undefined
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
    ...(command.left && { left: true as const }),
  }
  entries.push(message)
  if (asksBot) entries.push(...endsLoop(state, message, facts.now))
  return entries
}
