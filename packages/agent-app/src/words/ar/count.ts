import { onceMade } from '../once-made.ts'

type Forms = Readonly<Record<'one' | 'two' | 'few' | 'many' | 'other', string>>

const rules = onceMade(() => new Intl.PluralRules('ar'))
const number = onceMade(() => new Intl.NumberFormat('ar'))

/** A noun with its number as it is shown. In Arabic, one and two are part of the noun: «رسالة واحدة», «رسالتان». */
export function shownAs(n: number, shown: string, forms: Forms): string {
  const form = rules().select(n)
  if (n === 1) return forms.one
  if (n === 2) return forms.two
  return `${shown} ${form === 'zero' ? forms.other : forms[form]}`
}

/** The same with the number as Arabic writes it. */
export const count = (n: number, forms: Forms): string => shownAs(n, number().format(n), forms)
