import type { LaterWords } from '../part.ts'

export const formats: LaterWords['formats'] = {
  title: 'Biçimlendirme',
  bold: 'Kalın',
  italic: 'İtalik',
  link: 'Bağlantı',
  list: 'Liste',
  keys: { bold: 'Ctrl B', italic: 'Ctrl I', link: 'Ctrl Shift K', list: 'Ctrl Shift 8' },
}
