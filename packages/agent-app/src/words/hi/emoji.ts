import type { LaterWords } from '../part.ts'
import { counting } from '../plural.ts'

const count = counting('hi')

export const emoji: LaterWords['emoji'] = {
  title: 'इमोजी',
  search: 'अंग्रेज़ी में इमोजी खोजें',
  recent: 'हाल के',
  found: (n) => count(n, { one: 'इमोजी', other: 'इमोजी' }),
  none: 'इस नाम का कोई इमोजी नहीं है।',
  groups: {
    smileys: 'स्माइली',
    people: 'लोग',
    nature: 'जानवर और प्रकृति',
    food: 'खाना-पीना',
    travel: 'यात्रा',
    activities: 'गतिविधियां',
    objects: 'चीज़ें',
    symbols: 'चिह्न',
    flags: 'झंडे',
  },
  tone: 'त्वचा का रंग',
  tones: ['त्वचा के रंग के बिना', 'हल्का', 'मध्यम हल्का', 'मध्यम', 'मध्यम गहरा', 'गहरा'],
}
