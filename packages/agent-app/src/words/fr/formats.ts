import type { LaterWords } from '../part.ts'

export const formats: LaterWords['formats'] = {
  title: 'Mise en forme',
  bold: 'Gras',
  italic: 'Italique',
  link: 'Lien',
  list: 'Liste',
  keys: { bold: 'Ctrl B', italic: 'Ctrl I', link: 'Ctrl Maj K', list: 'Ctrl Maj 8' },
}
