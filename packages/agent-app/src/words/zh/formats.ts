import type { LaterWords } from '../part.ts'

export const formats: LaterWords['formats'] = {
  title: '格式',
  bold: '粗体',
  italic: '斜体',
  link: '链接',
  list: '列表',
  keys: { bold: 'Ctrl B', italic: 'Ctrl I', link: 'Ctrl Shift K', list: 'Ctrl Shift 8' },
}
