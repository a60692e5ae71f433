import { onceMade } from '../once-made.ts'

const rules = onceMade(() => new Intl.PluralRules('en'))
const number = onceMade(() => new Intl.NumberFormat('en'))

/** Words for numbers: `one` for what English calls singular. Other languages have more forms and their own function. */
export const count = (n: number, one: string, many: string) =>
  `${number().format(n)} ${rules().select(n) === 'one' ? one : many}`
