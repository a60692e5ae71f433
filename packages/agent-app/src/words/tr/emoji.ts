import type { LaterWords } from '../part.ts'

export const emoji: LaterWords['emoji'] = {
  title: 'Emoji',
  search: 'İngilizce emoji adı arayın',
  recent: 'Son kullanılanlar',
  found: (n) => `${n} emoji`,
  none: 'Bu adda bir emoji yok.',
  groups: {
    smileys: 'Yüz ifadeleri',
    people: 'İnsanlar',
    nature: 'Hayvanlar ve doğa',
    food: 'Yiyecek ve içecek',
    travel: 'Seyahat',
    activities: 'Etkinlikler',
    objects: 'Nesneler',
    symbols: 'Semboller',
    flags: 'Bayraklar',
  },
  tone: 'Ten rengi',
  tones: ['Ten rengi olmadan', 'Açık', 'Orta açık', 'Orta', 'Orta koyu', 'Koyu'],
}
