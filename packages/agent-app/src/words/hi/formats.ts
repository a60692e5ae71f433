import type { LaterWords } from '../part.ts'

export const formats: LaterWords['formats'] = {
  title: 'फ़ॉर्मैटिंग',
  bold: 'बोल्ड',
  italic: 'इटैलिक',
  link: 'लिंक',
  list: 'सूची',
  keys: { bold: 'Ctrl B', italic: 'Ctrl I', link: 'Ctrl Shift K', list: 'Ctrl Shift 8' },
}
