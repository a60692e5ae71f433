import type { WidgetCore } from '../core/core.ts'
import { DRAWINGS } from '../screen/start.ts'
import { button, el, fill, icon } from '../window/start.ts'
import type { Callback } from './callback.ts'
import { NUMBER_WORDS, toOtherWord } from './failures.ts'
import { codeIn } from './number.ts'
import { toNumberField } from './number-field.ts'
import { toShownNumber } from './shown-number.ts'
import { toMoment } from './times.ts'
import type { TelephoneWords } from './words.ts'

/** The form for a call-back: a number with its country, and what the visitor may expect. The server says whether the number is right. */
export function toNumberForm(core: WidgetCore, call: Callback, words: TelephoneWords) {
  const { lang } = core.boot.settings
  let taken: Callback['form']
  let shown: Callback['refused']
  const field = toNumberField({
    ...{ lang, label: words.number, countryLabel: words.country },
    value: core.session.get('tel') ?? core.contact.phone ?? '',
    onCountry: (country) => {
      clear()
      void call.readForm(country)
    },
    onInput: (digits) => {
      core.session.set('tel', digits || undefined)
      clear()
    },
  })
  const title = el('h2', {})
  const intro = el('p', { id: 'ftelabout' })
  const example = el('div', { className: 'hint', id: 'ftelhint' })
  const error = el('div', { className: 'err', id: 'eftel', role: 'alert' })
  const wrong = el('div', { className: 'err', role: 'alert' })
  const go = el('button', { className: 'go' }, words.go)
  const write = button('link', () => core.wish('open'), words.write)
  const note = el('p', { className: 'when' })
  field.input.setAttribute('aria-describedby', `${example.id} ${error.id}`)
  const box = el(
    'form',
    { className: 'form telform', noValidate: true },
    icon(DRAWINGS.phone),
    title,
    intro,
    el('div', {}, field.label, field.row, example, error),
    wrong,
    el('div', { className: 'acts' }, go, write),
    note,
  )
  box.setAttribute('aria-describedby', intro.id)

  const exampleOf = (): string => {
    const found = call.form?.countries.find(({ country }) => country === field.country)
    return toShownNumber(found?.example ?? '')
  }
  const setWrong = (text: string): void => {
    error.textContent = text
    field.input.ariaInvalid = String(text !== '')
    example.hidden = text !== ''
  }
  function clear(): void {
    setWrong('')
    wrong.textContent = ''
  }
  const refuse = ({ why }: NonNullable<Callback['refused']>): void => {
    const word = why && NUMBER_WORDS[why]
    if (!word) return void (wrong.textContent = words[toOtherWord(why)])
    const code = codeIn(field.digits)
    setWrong(fill(words[word], word === 'otherCountry' ? toShownNumber(`+${code ?? ''}`.slice(0, 5)) : exampleOf()))
    field.input.focus()
  }
  box.onsubmit = (event) => {
    event.preventDefault()
    clear()
    if (field.digits === '') {
      setWrong(fill(words.needed, exampleOf()))
      return field.input.focus()
    }
    void call.begin({ phone: field.digits, country: field.country, shown: field.input.value })
  }

  const draw = (): void => {
    const { form } = call
    if (form && form !== taken) field.take((taken = form))
    box.ariaLabel = title.textContent = core.callTitle || words.title
    const about = [words.intro, form?.usual ? toUsual(form.usual, words) : '', form?.records ? words.recorded : '']
    const said = about.filter(Boolean).join(' ')
    if (intro.textContent !== said) intro.textContent = said
    example.textContent = form ? fill(words.example, exampleOf()) : ''
    const isEnding = form?.isOpen && form.until !== null
    note.textContent = isEnding ? fill(words.until, toMoment(form.until!, Date.now(), lang)) : ''
    go.disabled = !form
    if (call.refused !== shown) {
      shown = call.refused
      if (shown) refuse(shown)
    }
  }
  return { box, draw }
}

/** In steps that do not promise more than is known. */
function toUsual(seconds: number, words: TelephoneWords): string {
  const isShort = seconds <= 90
  const shown = isShort ? Math.ceil(seconds / 10) * 10 : Math.ceil(seconds / 60)
  return fill(isShort ? words.usualSeconds : words.usualMinutes, shown)
}
