import { CALLING_CODES } from '@deskbell/protocol/calling-codes'
import { words } from '../words/index.ts'
import { onceMade } from '../words/once-made.ts'

export interface Country {
  /** Two capital letters, as in the settings. */
  readonly code: string
  readonly name: string
  /** Its calling code, without +; undefined: the server knows none. */
  readonly calling: string | undefined
}

const names = onceMade(() => new Intl.DisplayNames(words.locale, { type: 'region', fallback: 'code' }))

export const toCountry = (code: string): Country => ({
  code,
  name: names().of(code) ?? code,
  calling: CALLING_CODES[code],
})

/** All countries, by their names in the language of this window. */
const all = onceMade(() => {
  const order = new Intl.Collator(words.locale)
  return Object.keys(CALLING_CODES)
    .map(toCountry)
    .toSorted((a, b) => order.compare(a.name, b.name))
})

/** Without accents, so that "cote" finds Côte d’Ivoire. */
const bare = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLocaleLowerCase(words.locale)

/** The countries whose name, ISO code or calling code fits what was typed. Those that begin with it come first. */
export function findCountries(typed: string): readonly Country[] {
  const text = bare(typed.trim())
  if (text === '') return all()
  const digits = /^(?:\+|00)?(\d+)$/.exec(text)?.[1]
  if (digits !== undefined) return all().filter(({ calling }) => calling?.startsWith(digits))
  const begins = ({ code, name }: Country) => bare(name).startsWith(text) || code.toLowerCase() === text
  const found = all().filter((one) => begins(one) || bare(one.name).includes(text))
  return [...found.filter(begins), ...found.filter((one) => !begins(one))]
}
