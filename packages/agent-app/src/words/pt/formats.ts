import type { LaterWords } from '../part.ts'

export const formats: LaterWords['formats'] = {
  title: 'Formatação',
  bold: 'Negrito',
  italic: 'Itálico',
  link: 'Link',
  list: 'Lista',
  keys: { bold: 'Ctrl B', italic: 'Ctrl I', link: 'Ctrl Shift K', list: 'Ctrl Shift 8' },
}
