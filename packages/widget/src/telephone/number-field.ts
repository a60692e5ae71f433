import type { CallbackForm } from '@deskbell/protocol/widget/callback'
import { el } from '../window/start.ts'
import { codeIn, placeAfter, toAbroad, toDigits, toWritten } from './number.ts'

interface Options {
  readonly lang: string
  readonly label: string
  readonly countryLabel: string
  /** What was entered before: the digits, or a number with its country. */
  readonly value: string
  /** The visitor has chosen a country, or has entered a number of another one. */
  readonly onCountry: (country: string) => void
  readonly onInput: (digits: string) => void
}

/** A field for a number, and before it the countries whose numbers may be called. A number with + chooses its country. */
export function toNumberField({ lang, label, countryLabel, value, onCountry, onInput }: Options) {
  let form: CallbackForm | undefined
  let country = ''
  let shown = ''
  const names = new Intl.DisplayNames(lang, { type: 'region' })
  const code = el('span', { className: 'telcode', ariaHidden: 'true' })
  const select = el('select', { ariaLabel: countryLabel })
  const input = el('input', {
    ...{ id: 'ftel', type: 'tel', autocomplete: 'tel', inputMode: 'tel', maxLength: 40, required: true, value },
  })
  input.dataset['first'] = ''
  // Numbers are written from left to right in every language.
  const row = el('div', { className: 'telrow', dir: 'ltr' }, el('span', { className: 'telland' }, code, select), input)

  const drawCountry = (): void => {
    const found = form?.countries.find((one) => one.country === country)
    code.textContent = found ? `${country} +${found.code}` : ''
    select.value = country
    row.classList.toggle('one', form?.countries.length === 1)
  }
  const choose = (now: string): void => {
    if (now === country) return
    country = now
    drawCountry()
    onCountry(now)
  }
  /** Writes the digits with their groups; the caret stays behind the digits before it. */
  const write = (digits: string, before: number): void => {
    // The formats of a country that was just chosen are still on their way.
    const written = form && form.country === country ? toWritten(digits, form) : digits
    shown = written
    if (input.value === written) return
    input.value = written
    if (input.matches(':focus')) input.setSelectionRange(...caretIn(written, before))
  }
  const read = (kind?: string): void => {
    const caret = input.selectionStart ?? input.value.length
    let digits = toDigits(input.value)
    let before = toDigits(input.value.slice(0, caret)).replace('+', '').length
    // A bracket or a space was deleted: the visitor meant the digit beside it.
    if (kind === 'deleteContentBackward' && digits === toDigits(shown) && input.value.length < shown.length && before) {
      digits = digits.slice(0, before - 1) + digits.slice(before)
      before--
    }
    const abroad = form && toAbroad(digits, form.countries, country)
    if (abroad) {
      before = Math.max(0, before - (digits.replace('+', '').length - abroad.digits.length))
      digits = abroad.digits
      choose(abroad.country)
    }
    if (codeIn(digits) === undefined) write(digits, before)
    onInput(digits)
  }
  input.oninput = (event) => read((event as InputEvent).inputType)
  select.onchange = () => {
    choose(select.value)
    input.focus()
  }
  return {
    row,
    input,
    label: el('label', { htmlFor: input.id }, label),
    get country() {
      return country
    },
    get digits() {
      return toDigits(input.value)
    },
    /** The countries, or the formats of the chosen one, have come. */
    take(now: CallbackForm): void {
      const isFirst = form === undefined
      form = now
      const sign = now.countries.map((one) => one.country).join()
      if (select.dataset['sign'] !== sign) {
        select.dataset['sign'] = sign
        const order = new Intl.Collator(lang)
        const options = now.countries
          .map((one) => ({ ...one, name: names.of(one.country) ?? one.country }))
          .toSorted((one, other) => order.compare(one.name, other.name))
        select.replaceChildren(
          ...options.map((one) => el('option', { value: one.country }, `${one.name} (\u2066+${one.code}\u2069)`)),
        )
      }
      const isKnown = now.countries.some((one) => one.country === country)
      if (!isKnown) country = now.country
      drawCountry()
      if (isFirst || now.country === country) read()
    },
  }
}

const caretIn = (text: string, digits: number): [number, number] => {
  const at = placeAfter(text, digits)
  return [at, at]
}
