import type { Entry } from '@deskbell/protocol/agent/entry'
import type { NoteView } from '../entry-view.ts'
import { words } from '../words/index.ts'

const w = words.chat

type Changed = Pick<Extract<Entry, { type: 'visitor.changed' }>, 'by' | 'agent'>

/** That the values were changed, and who changed them. */
function said({ by, agent }: Changed, me: number): string {
  if (by === 'crm') return words.crm.changed
  if (!agent) return w.changed
  return agent.id === me ? w.changedYou : w.changedBy(agent.name)
}

export const visitorChanged: NoteView<'visitor.changed'> = {
  shown: 'note',
  says(entry, { me }) {
    const set = (['name', 'phone', 'email', 'description'] as const).flatMap((field) => {
      const value = entry[field]
      return value === undefined ? [] : [w.changedTo(w.changedFields[field], value)]
    })
    const removed = (entry.removed ?? []).map((field) => w.changedRemoved(w.changedFields[field]))
    const values = [...set, ...removed]
    return values.length === 0 ? [w.changedErased] : [{ isolated: w.changes(said(entry, me), values) }]
  },
}
