import { counting } from '../plural.ts'

const counted = counting('de')
/** `count(2, 'Chat', 'Chats')`: the number with the noun’s form for it. */
export const count = (n: number, one: string, other: string): string => counted(n, { one, other })

const CLOCK = /^\d{1,2}:/
const isDate = (when: string) => /^\d/.test(when) && !CLOCK.test(when)

/** A moment within a sentence: 14:05; 3. Nov. um 14:05; Mo um 09:00. */
export const within = (when: string): string => when.replace(/,? (?=\d{1,2}:)/, ' um ')
/** A moment as an adverbial: um 14:05; am 3. Nov. um 14:05; am Mo um 09:00. */
export const at = (when: string): string => (CLOCK.test(when) ? `um ${when}` : `am ${within(when)}`)
/** Seit 14:05; seit dem 3. Nov. um 14:05. */
export const since = (when: string): string => `seit ${isDate(when) ? 'dem ' : ''}${within(when)}`
/** Bis 14:05; bis zum 3. Nov. um 14:05; bis zur nächsten Nachricht. */
export const until = (when: string): string => `bis ${isDate(when) ? 'zum ' : ''}${within(when)}`
