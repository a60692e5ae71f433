import type { LaterWords } from '../part.ts'

export const emoji: LaterWords['emoji'] = {
  title: 'Эмодзи',
  search: 'Поиск эмодзи по-английски',
  recent: 'Недавние',
  found: (n) => `${n} эмодзи`,
  none: 'Эмодзи с таким названием нет.',
  groups: {
    smileys: 'Смайлики',
    people: 'Люди',
    nature: 'Животные и природа',
    food: 'Еда и напитки',
    travel: 'Путешествия',
    activities: 'Активности',
    objects: 'Предметы',
    symbols: 'Символы',
    flags: 'Флаги',
  },
  tone: 'Тон кожи',
  tones: ['Без тона кожи', 'Светлый', 'Умеренно светлый', 'Средний', 'Умеренно тёмный', 'Тёмный'],
}
