import type { LaterWords } from '../part.ts'

export const formats: LaterWords['formats'] = {
  title: 'Formatierung',
  bold: 'Fett',
  italic: 'Kursiv',
  link: 'Link',
  list: 'Liste',
  keys: { bold: 'Strg B', italic: 'Strg I', link: 'Strg Umschalt K', list: 'Strg Umschalt 8' },
}
