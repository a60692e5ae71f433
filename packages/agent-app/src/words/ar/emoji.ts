import type { LaterWords } from '../part.ts'
import { count } from './count.ts'

export const emoji: LaterWords['emoji'] = {
  title: 'الرموز التعبيرية',
  search: 'البحث عن رمز تعبيري بالإنجليزية',
  recent: 'الأخيرة',
  found: (n) =>
    count(n, {
      one: 'رمز تعبيري واحد',
      two: 'رمزان تعبيريان',
      few: 'رموز تعبيرية',
      many: 'رمزًا تعبيريًا',
      other: 'رمز تعبيري',
    }),
  none: 'لا يوجد رمز تعبيري بهذا الاسم.',
  groups: {
    smileys: 'الوجوه',
    people: 'الأشخاص',
    nature: 'الحيوانات والطبيعة',
    food: 'الطعام والشراب',
    travel: 'السفر',
    activities: 'الأنشطة',
    objects: 'الأشياء',
    symbols: 'الرموز',
    flags: 'الأعلام',
  },
  tone: 'لون البشرة',
  tones: ['دون لون بشرة', 'فاتح', 'متوسط الفاتح', 'متوسط', 'متوسط الداكن', 'داكن'],
}
