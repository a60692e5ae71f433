import { counting } from '../plural.ts'

const counted = counting('de')
/** `count(2, 'Chat', 'Chats')`: the number with the noun’s form for it. */
export const count = (n: number, one: string, other: string): string => counted(n, { one, other })

const DAY_NAMES = /^(Heute|Gestern)\b/
const CLOCK = /^\d{1,2}:/
const isDate = (when: string) => /^\d/.test(when) && !CLOCK.test(when)

/** A moment within a sentence: heute um 14:05; 3. Nov. um 14:05. */
export const within = (when: string): string =>
  when.replace(DAY_NAMES, (name) => name.toLocaleLowerCase('de')).replace(/,? (?=\d{1,2}:)/, ' um ')
/** A moment as an adverbial: um 14:05; am 3. Nov. um 14:05; heute um 14:05. */
export const at = (when: string): string => {
  if (CLOCK.test(when)) return `um ${when}`
  return DAY_NAMES.test(when) ? within(when) : `am ${within(when)}`
}
/** Seit 14:05; seit dem 3. Nov. um 14:05. */
export const since = (when: string): string => `seit ${isDate(when) ? 'dem ' : ''}${within(when)}`
/** Bis 14:05; bis zum 3. Nov. um 14:05; bis zur nächsten Nachricht. */
export const until = (when: string): string => `bis ${isDate(when) ? 'zum ' : ''}${within(when)}`
