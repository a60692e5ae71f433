import { counting } from '../plural.ts'

const counted = counting('fr')
/** `count(2, 'message', 'messages')`: the number with the noun’s form for it. Millions take the noun with “de”. */
export const count = (n: number, one: string, other: string): string =>
  counted(n, { one, many: /^[aeiouhéè]/.test(other) ? `d’${other}` : `de ${other}`, other })

const DAY_NAMES = /^(Aujourd’hui|Hier)(?=\W)/
const CLOCK = /^\d{1,2}(:|\sh\s)/
const isDate = (when: string) => /^\d/.test(when) && !CLOCK.test(when)

/** A moment within a sentence: aujourd’hui, 14:05; 3 nov., 14:05. */
export const within = (when: string): string => when.replace(DAY_NAMES, (name) => name.toLocaleLowerCase('fr'))
/** A moment as an adverbial: à 14:05; le 3 nov., 14:05; aujourd’hui, 14:05. */
export const at = (when: string): string =>
  CLOCK.test(when) ? `à ${when}` : isDate(when) ? `le ${when}` : within(when)
/** Depuis 14:05; depuis le 3 nov., 14:05. */
export const since = (when: string): string => `depuis ${isDate(when) ? `le ${when}` : within(when)}`
/** Jusqu’à 14:05; jusqu’au 3 nov., 14:05; jusqu’au prochain message. */
export const until = (when: string): string =>
  when.startsWith('au ') ? `jusqu’${when}` : isDate(when) ? `jusqu’au ${when}` : `jusqu’à ${within(when)}`
