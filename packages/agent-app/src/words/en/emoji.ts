import type { Group } from '../../emoji/parse.ts'

/** The list of emoji. */
export const emoji = {
  title: 'Emoji',
  search: 'Search emoji in English',
  recent: 'Recent',
  found: (n: number) => (n === 1 ? '1 emoji' : `${n} emoji`),
  none: 'No emoji has this name.',
  groups: {
    smileys: 'Smileys',
    people: 'People',
    nature: 'Animals and nature',
    food: 'Food and drink',
    travel: 'Travel',
    activities: 'Activities',
    objects: 'Objects',
    symbols: 'Symbols',
    flags: 'Flags',
  } satisfies Record<Group, string>,
  tone: 'Skin tone',
  tones: ['Without skin tone', 'Light', 'Medium-light', 'Medium', 'Medium-dark', 'Dark'],
}
