import { counting } from '../plural.ts'

const counted = counting('es')
/** `count(2, 'mensaje', 'mensajes')`: the number with the noun’s form for it. Millions take the noun with “de”. */
export const count = (n: number, one: string, other: string): string => counted(n, { one, many: `de ${other}`, other })

const DAY_NAMES = /^(Hoy|Ayer)\b/
const CLOCK = /^\d{1,2}:/
const ONE = /^0?1:/

/** A moment within a sentence: hoy, 14:05; 3 nov, 14:05. */
export const within = (when: string): string => when.replace(DAY_NAMES, (name) => name.toLocaleLowerCase('es'))
/** A moment with its article: las 14:05; el 3 nov, 14:05; hoy, 14:05. */
const named = (when: string): string => {
  if (CLOCK.test(when)) return `${ONE.test(when) ? 'la' : 'las'} ${when}`
  return DAY_NAMES.test(when) || when.startsWith('el ') ? within(when) : `el ${when}`
}
/** A moment as an adverbial: a las 14:05; el 3 nov, 14:05; hoy, 14:05. */
export const at = (when: string): string => (CLOCK.test(when) ? `a ${named(when)}` : named(when))
/** Desde las 14:05; desde el 3 nov, 14:05. */
export const since = (when: string): string => `desde ${named(when)}`
/** Hasta las 14:05; hasta el 3 nov, 14:05; hasta el próximo mensaje. */
export const until = (when: string): string => `hasta ${named(when)}`
