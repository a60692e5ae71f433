import type { CallbackForm, CallCountry, NumberFormat } from '@deskbell/protocol/widget/callback'

/** The digits of a text, of all scripts that the widget speaks, with + before them where it is given. */
export function toDigits(text: string): string {
  let digits = ''
  for (const sign of text) {
    if (/\p{Nd}/u.test(sign)) {
      const point = sign.codePointAt(0)!
      // The digits of Devanagari begin at 6; the others at 0.
      digits += (point & 0xff_f0) === 0x9_60 ? (point & 15) - 6 : point & 15
    } else if (digits === '' && /[+＋]/.test(sign)) digits = '+'
  }
  return digits
}

/**
 * A number that names its country, with + or 00, as that country and the rest of it. Undefined: it names none, or none of these.
 * Several countries may have one code: `current` stays where it has it.
 */
export function toAbroad(
  digits: string,
  countries: readonly CallCountry[],
  current: string,
): { country: string; digits: string } | undefined {
  const given = codeIn(digits)
  if (!given) return undefined
  const all = countries.filter(({ code }) => given.startsWith(code))
  const found = all.find(({ country }) => country === current) ?? all[0]
  return found && { country: found.country, digits: given.slice(found.code.length) }
}

/** What follows + or 00. */
export const codeIn = (digits: string): string | undefined => /^(?:\+|00)(.*)$/.exec(digits)?.[1]

/** The digits as they are written in the country, as far as they are typed. */
export function toWritten(digits: string, plan: Pick<CallbackForm, 'formats' | 'prefix'>): string {
  const written = format(digits, plan)
  // Some countries write other digits than the ones that are dialled.
  return toDigits(written) === digits ? written : digits
}

function format(digits: string, { prefix, formats }: Pick<CallbackForm, 'formats' | 'prefix'>): string {
  const whole = formats.find((one) => starts(one, digits) && isWhole(one, digits))
  const isInside = !whole && prefix !== '' && digits.startsWith(prefix)
  const own = isInside ? digits.slice(prefix.length) : digits
  const fits = formats.filter((one) => starts(one, own))
  const chosen =
    whole ??
    fits.find((one) => isWhole(one, own)) ??
    fits.find((one) => sizesOf(one).reduce((sum, size) => sum + size, 0) >= own.length)
  if (!chosen || own.length < 3) return digits
  if (!isInside) return fill(chosen, chosen.shape, own)
  return chosen.inside ? fill(chosen, chosen.inside, own) : `${prefix} ${fill(chosen, chosen.shape, own)}`
}

const starts = ({ lead }: NumberFormat, digits: string): boolean => new RegExp(`^(?:${lead})`).test(digits)
const isWhole = ({ pattern }: NumberFormat, digits: string): boolean => new RegExp(`^(?:${pattern})$`).test(digits)
/** The most digits of each group. */
const sizesOf = ({ pattern }: NumberFormat): number[] =>
  [...pattern.matchAll(/\\d(?:\{(?:\d+,)?(\d+)\})?/g)].map(([, most]) => Number(most ?? 1))

function fill(format: NumberFormat, shape: string, digits: string): string {
  if (isWhole(format, digits)) return digits.replace(new RegExp(`^(?:${format.pattern})$`), shape)
  let at = 0
  const groups = sizesOf(format).map((size) => digits.slice(at, (at += size)))
  let written = ''
  for (const [, before = '', group = ''] of shape.matchAll(/([^$]*)\$(\d)/g)) {
    const part = groups[Number(group) - 1]
    if (!part) break
    written += before + part
  }
  return written
}

/** The position in `text` behind so many digits. */
export function placeAfter(text: string, digits: number): number {
  let left = digits
  for (let at = 0; at < text.length; at++) {
    if (left === 0) return at
    if (/\d/.test(text[at]!)) left--
  }
  return text.length
}
