import type { LaterWords } from '../part.ts'

export const formats: LaterWords['formats'] = {
  title: 'التنسيق',
  bold: 'غامق',
  italic: 'مائل',
  link: 'رابط',
  list: 'قائمة',
  keys: { bold: 'Ctrl B', italic: 'Ctrl I', link: 'Ctrl Shift K', list: 'Ctrl Shift 8' },
}
