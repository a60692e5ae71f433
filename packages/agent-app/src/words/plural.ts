import { onceMade } from './once-made.ts'

/** The forms that a language has for a counted noun, by the name that Intl gives them. */
export type Forms = { readonly other: string } & Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>

/** A function that writes a number with the noun's form for it: `count(3, { one: 'чат', few: 'чата', many: 'чатов', other: 'чата' })`. */
export function counting(locale: string): (n: number, forms: Forms) => string {
  const rules = onceMade(() => new Intl.PluralRules(locale))
  const number = onceMade(() => new Intl.NumberFormat(locale))
  return (n, forms) => `${number().format(n)} ${forms[rules().select(n)] ?? forms.other}`
}
