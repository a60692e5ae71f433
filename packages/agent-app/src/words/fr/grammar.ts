import { isolate } from '../isolate.ts'
import { counting } from '../plural.ts'

const counted = counting('fr')
/** `count(2, 'message', 'messages')`: the number with the noun’s form for it. Millions take the noun with “de”. */
export const count = (n: number, one: string, other: string): string =>
  counted(n, { one, many: /^[aeiouhéè]/.test(other) ? `d’${other}` : `de ${other}`, other })

/** “de” and a name: de Marc, d’Anne. */
export const of = (name: string): string =>
  /^([aeiouàâäéèêëîïôöùûü]|y[^aeiou])/i.test(name) ? `d’${isolate(name)}` : `de ${isolate(name)}`

const CLOCK = /^\d{1,2}(:|\sh\s)/
const isDate = (when: string) => /^\d/.test(when) && !CLOCK.test(when)

/** A moment within a sentence: 14:05; 3 nov. à 14:05; lun. à 09:00. */
export const within = (when: string): string => when.replace(/,? (?=\d{1,2}(:|\sh\s))/, ' à ')
/** A moment as an adverbial: à 14:05; le 3 nov. à 14:05; lun. à 09:00. */
export const at = (when: string): string => {
  if (CLOCK.test(when)) return `à ${when}`
  return isDate(when) ? `le ${within(when)}` : within(when)
}
/** Depuis 14:05; depuis le 3 nov. à 14:05. */
export const since = (when: string): string => `depuis ${isDate(when) ? 'le ' : ''}${within(when)}`
/** Jusqu’à 14:05; jusqu’au 3 nov. à 14:05; jusqu’au prochain message. */
export const until = (when: string): string => {
  if (when.startsWith('au ')) return `jusqu’${when}`
  return `jusqu’${isDate(when) ? 'au' : 'à'} ${within(when)}`
}
