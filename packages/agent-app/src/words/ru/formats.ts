import type { LaterWords } from '../part.ts'

export const formats: LaterWords['formats'] = {
  title: 'Форматирование',
  bold: 'Полужирный',
  italic: 'Курсив',
  link: 'Ссылка',
  list: 'Список',
  keys: { bold: 'Ctrl B', italic: 'Ctrl I', link: 'Ctrl Shift K', list: 'Ctrl Shift 8' },
}
