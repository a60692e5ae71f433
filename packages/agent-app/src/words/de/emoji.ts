import type { LaterWords } from '../part.ts'

export const emoji: LaterWords['emoji'] = {
  title: 'Emojis',
  search: 'Emoji auf Englisch suchen',
  recent: 'Zuletzt verwendet',
  found: (n) => (n === 1 ? '1 Emoji' : `${n} Emojis`),
  none: 'Kein Emoji hat diesen Namen.',
  groups: {
    smileys: 'Smileys',
    people: 'Personen',
    nature: 'Tiere und Natur',
    food: 'Essen und Trinken',
    travel: 'Reisen',
    activities: 'Aktivitäten',
    objects: 'Objekte',
    symbols: 'Symbole',
    flags: 'Flaggen',
  },
  tone: 'Hautton',
  tones: ['Ohne Hautton', 'Hell', 'Mittelhell', 'Mittel', 'Mitteldunkel', 'Dunkel'],
}
