import type { EntryBody, EntryMedia } from './entry.ts'
import type { ChatState } from './state.ts'

/** Only an outline of a file or a place is left. */
const outline = ({ kind }: EntryMedia): EntryMedia => ({ kind })

/**
 * An entry without anything that a person said of themselves, or that was said to or of them: what remains is that it
 * happened, who of the desk did it, and a rating. A new kind of entry must choose here what remains of it.
 */
export function withoutPerson(entry: EntryBody): EntryBody {
  switch (entry.type) {
    case 'message': {
      const { type, from, id, agent, bot, left, media } = entry
      return {
        type,
        from,
        id,
        text: '',
        ...(agent && { agent }),
        ...(bot && { bot }),
        ...(left && { left }),
        ...(media && { media: outline(media) }),
      }
    }
    case 'visitor.invited':
      return { type: entry.type, text: '' }
    case 'visitor.changed': {
      const { type, by, tell } = entry
      return { type, ...(by && { by }), ...(tell && { tell }) }
    }
    case 'chat.rated':
      return { type: entry.type, rating: entry.rating }
    case 'crm.answered': {
      const { type, webhook, name, to, late } = entry
      return { type, webhook, name, to, fields: [], assignable: false, ...(late && { late }) }
    }
    case 'crm.assigned':
      return { type: entry.type, link: '', agent: entry.agent }
    case 'bot.skipped':
      return { type: entry.type, bot: entry.bot, text: '' }
    case 'bot.left':
      return { type: entry.type, bot: entry.bot, why: entry.why }
    case 'bot.refused':
      return { type: entry.type, bot: entry.bot, text: '' }
    case 'message.failed':
      return { type: entry.type, of: entry.of, text: '' }
    case 'media.stored':
      return { type: entry.type, of: entry.of, media: outline(entry.media) }
    case 'media.failed':
      return { type: entry.type, of: entry.of, media: outline(entry.media), reason: '' }
    case 'department.chosen':
    case 'agent.joined':
    case 'agent.left':
    case 'bot.joined':
    case 'bot.asked':
    case 'agent.invited':
    case 'agent.unavailable':
    case 'chat.closed':
    case 'chat.erased':
    case 'message.delivered':
    case 'message.resent':
    case 'visitor.updated':
    case 'visitor.blocked':
    case 'visitor.unblocked':
      return entry
  }
}

/**
 * The state of a chat that was erased. All that hangs on texts goes back to nothing, so that folding the log without
 * its texts gives the same.
 */
export function withoutTexts(whole: ChatState): ChatState {
  const { crm: _, changedAt: __, bot, ...state } = whole
  const same = { hash: 0, times: 0 }
  return {
    ...state,
    preview: null,
    invite: null,
    failed: [],
    erased: true,
    ...(bot && {
      bot: {
        ...bot,
        asked: [],
        answered: null,
        silentAt: null,
        acceptBy: null,
        buttons: [],
        said: [],
        same: { visitor: same, bot: same },
      },
    }),
  }
}
