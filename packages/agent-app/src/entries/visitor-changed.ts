import type { NoteView } from '../entry-view.ts'
import { words } from '../words/index.ts'

const w = words.chat

export const visitorChanged: NoteView<'visitor.changed'> = {
  shown: 'note',
  says(entry) {
    const fields = (['name', 'phone', 'email', 'description'] as const).flatMap((field) => {
      const value = entry[field]
      return value === undefined ? [] : [{ label: w.changedFields[field], value }]
    })
    if (fields.length === 0) return [w.changedErased]
    return [
      entry.by === 'crm' ? words.crm.changed : w.changed,
      ...fields.flatMap(({ label, value }, at) => [`${at > 0 ? ', ' : ' '}${label}: `, { quoted: value }]),
    ]
  },
}
