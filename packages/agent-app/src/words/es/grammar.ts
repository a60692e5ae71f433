import { counting } from '../plural.ts'

const counted = counting('es')
/** `count(2, 'mensaje', 'mensajes')`: the number with the noun’s form for it. Millions take the noun with “de”. */
export const count = (n: number, one: string, other: string): string => counted(n, { one, many: `de ${other}`, other })

const CLOCK = /^\d{1,2}:/
/** The time of day at the end, with its hour. */
const TIME = /,? (\d{1,2})(?=:)/
const article = (hour: string) => (Number(hour) === 1 ? 'la' : 'las')

/** A moment within a sentence: 14:05; 3 nov a las 14:05; lun a las 09:00. */
export const within = (when: string): string =>
  when.replace(TIME, (_all, hour: string) => ` a ${article(hour)} ${hour}`)
/** A moment with its article: las 14:05; el 3 nov a las 14:05; el lun a las 09:00. */
const named = (when: string): string => {
  if (CLOCK.test(when)) return `${article(when.split(':')[0] ?? '')} ${when}`
  return when.startsWith('el ') ? when : `el ${within(when)}`
}
/** A moment as an adverbial: a las 14:05; el 3 nov a las 14:05; el lun a las 09:00. */
export const at = (when: string): string => (CLOCK.test(when) ? `a ${named(when)}` : named(when))
/** Desde las 14:05; desde el 3 nov a las 14:05. */
export const since = (when: string): string => `desde ${named(when)}`
/** Hasta las 14:05; hasta el 3 nov a las 14:05; hasta el próximo mensaje. */
export const until = (when: string): string => `hasta ${named(when)}`
