import type { Entry } from '@deskbell/protocol/agent/entry'
import type { NoteView, Part } from '../entry-view.ts'
import { words } from '../words/index.ts'

const w = words.chat

type Changed = Pick<Extract<Entry, { type: 'visitor.changed' }>, 'by' | 'agent'>

/** Who changed the values. */
function lead({ by, agent }: Changed, me: number): Part {
  if (by === 'crm') return words.crm.changed
  if (!agent) return w.changed
  return { isolated: agent.id === me ? w.changedYou : w.changedBy(agent.name) }
}

export const visitorChanged: NoteView<'visitor.changed'> = {
  shown: 'note',
  says(entry, { me }) {
    const fields = (['name', 'phone', 'email', 'description'] as const).flatMap((field) => {
      const value = entry[field]
      return value === undefined ? [] : [{ label: w.changedFields[field], value }]
    })
    const removed = (entry.removed ?? []).map((field) => w.changedRemoved(w.changedFields[field]))
    if (fields.length === 0 && removed.length === 0) return [w.changedErased]
    return [
      lead(entry, me),
      ...fields.flatMap(({ label, value }, at) => [`${at > 0 ? ', ' : ' '}${label}: `, { quoted: value }]),
      ...removed.map((said, at) => `${fields.length + at > 0 ? ', ' : ' '}${said}`),
    ]
  },
}
