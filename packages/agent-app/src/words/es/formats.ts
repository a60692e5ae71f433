import type { LaterWords } from '../part.ts'

export const formats: LaterWords['formats'] = {
  title: 'Formato',
  bold: 'Negrita',
  italic: 'Cursiva',
  link: 'Enlace',
  list: 'Lista',
  keys: { bold: 'Ctrl B', italic: 'Ctrl I', link: 'Ctrl Mayús K', list: 'Ctrl Mayús 8' },
}
