import { counting } from '../plural.ts'

const counted = counting('de')
/** `count(2, 'Chat', 'Chats')`: the number with the noun’s form for it. */
export const count = (n: number, one: string, other: string): string => counted(n, { one, other })

const DAY_NAMES = /^(Heute|Gestern)\b/
const CLOCK = /^\d{1,2}:/

/** A moment within a sentence: heute, 14:05; 3. Nov., 14:05. */
export const within = (when: string): string => when.replace(DAY_NAMES, (name) => name.toLocaleLowerCase('de'))
/** A moment as an adverbial: um 14:05; am 3. Nov., 14:05; heute, 14:05. */
export const at = (when: string): string =>
  CLOCK.test(when) ? `um ${when}` : DAY_NAMES.test(when) ? within(when) : `am ${when}`
