import type { Item, MessageItem, NoteEntry, Word } from './fold.ts'

/**
 * What is left of a chat in which somebody's data was erased: that something was said or happened, when, and who of the
 * desk did it. The desk empties the entries that it keeps in the same way; whatever was read of them before becomes equal
 * to what is read afterwards.
 */
export function bareItem(item: Item): Item {
  if (item.erased) return item
  return item.kind === 'message' ? bareMessage(item) : { ...item, entry: bareNote(item.entry), erased: true }
}

function bareMessage({ kind, n, at, from, standing, agent, bot, left }: MessageItem): MessageItem {
  return {
    kind,
    n,
    at,
    from,
    text: '',
    media: null,
    erased: true,
    standing: bareStanding(standing),
    ...(agent && { agent }),
    ...(bot && { bot }),
    ...(left && { left }),
  }
}

/** Of what was said of a message how it fared is left; a file is gone, whatever became of it. */
export const bareWord = ({ standing }: Word): Word => (standing ? { standing: bareStanding(standing) } : {})

/** Why it was not delivered stands in the integrator's words, which may name anybody. */
const bareStanding = (standing: MessageItem['standing']): MessageItem['standing'] =>
  standing.state === 'failed' ? { state: 'failed', at: standing.at, text: '' } : standing

/** A new kind of note must choose here what is left of it. */
function bareNote(entry: NoteEntry): NoteEntry {
  const { n, at, from } = entry
  switch (entry.type) {
    case 'visitor.invited':
      return { n, at, from, type: entry.type, text: '' }
    case 'visitor.changed':
      return { n, at, from, type: entry.type, ...(entry.by && { by: entry.by }) }
    case 'chat.rated':
      return { n, at, from, type: entry.type, rating: entry.rating }
    case 'crm.answered': {
      const { type, webhook, name, late } = entry
      return { n, at, from, type, webhook, name, fields: [], assignable: false, ...(late && { late }) }
    }
    case 'crm.assigned':
      return { n, at, from, type: entry.type, agent: entry.agent, link: '' }
    case 'bot.skipped':
    case 'bot.refused':
      return { n, at, from, type: entry.type, bot: entry.bot, text: '' }
    case 'bot.left':
      return { n, at, from, type: entry.type, bot: entry.bot, why: entry.why }
    case 'visitor.blocked':
    case 'visitor.unblocked':
    case 'department.chosen':
    case 'agent.joined':
    case 'agent.left':
    case 'agent.invited':
    case 'agent.unavailable':
    case 'bot.joined':
    case 'chat.closed':
    case 'chat.erased':
      return entry
  }
}
