import { isEmail, isPhone } from '@deskbell/protocol/widget/contact'
import type { Words } from '../words/en.ts'
import { el } from '../window/start.ts'

export type Field = 'name' | 'email' | 'phone' | 'message'
type Values = Partial<Record<Field, string>>
interface Options {
  words: Words
  title: string
  /** The text below the title. */
  text?: HTMLElement
  fields: readonly Field[]
  needed: readonly Field[]
  /** Text shown when either e-mail or phone is required. */
  either?: string
  values: Values
  submit: string
  /** Further buttons, beside the submit button. */
  beside?: HTMLElement
  /** Called with the message text at each change. */
  onMessage?: (text: string) => void
  /** Resolves to undefined when the values were accepted, else to the error shown to the visitor. */
  send: (values: Values) => Promise<string | undefined> | string | undefined
}

const TYPES = { name: ['text', 'name'], email: ['email', 'email'], phone: ['tel', 'tel'] } as const

/** A form with labels, and with errors that stand at their field and are announced by screen readers. */
export function toForm(options: Options): HTMLFormElement {
  const { words, title, text, fields, needed, either, values, submit, beside, onMessage, send } = options
  const isEither = (field: Field) => either !== undefined && (field === 'email' || field === 'phone')
  const inputs = fields.map((field, i) => {
    const id = `f${field}`
    const input =
      field === 'message'
        ? el('textarea', { id, rows: 2, value: values[field] ?? '', oninput: () => onMessage?.(input.value) })
        : el('input', { id, type: TYPES[field][0], autocomplete: TYPES[field][1], value: values[field] ?? '' })
    const error = el('div', { className: 'err', id: `e${id}` })
    input.setAttribute('aria-describedby', isEither(field) ? `feither ${error.id}` : error.id)
    input.required = needed.includes(field)
    if (i === 0) input.dataset['first'] = ''
    const hint = !input.required && !isEither(field) && el('small', {}, ` (${words.optional})`)
    return { field, input, error, row: el('div', {}, el('label', { htmlFor: id }, words[field], hint), input, error) }
  })
  const why = (field: Field, value: string) => {
    if (!value) return needed.includes(field) ? words.needed : ''
    if (field === 'email' && !isEmail(value)) return words.badEmail
    return field === 'phone' && !isPhone(value) ? words.badPhone : ''
  }
  const reach = el('div', { id: 'feither' }, either)
  // The fields of which one is required stand together, below the sentence that says so.
  const group = el(
    'div',
    { className: 'reach' },
    reach,
    ...inputs.flatMap(({ field, row }) => (isEither(field) ? [row] : [])),
  )
  const wrong = el('div', { className: 'err', role: 'alert' })
  const go = el('button', { className: 'go' }, submit)
  const form = el(
    'form',
    { className: 'form', noValidate: true, ariaLabel: title },
    el('h2', {}, title),
    text,
    ...inputs.flatMap(({ field, row }) => (!isEither(field) ? [row] : field === 'email' ? [group] : [])),
    wrong,
    el('div', { className: 'acts' }, go, beside),
  )
  if (text) {
    text.id = 'fabout'
    form.setAttribute('aria-describedby', text.id)
  }
  // A form that the visitor has begun to fill is not removed from the screen.
  form.oninput = () => (form.dataset['touched'] = '')
  form.onsubmit = (event) => {
    event.preventDefault()
    const given: Values = {}
    let first: HTMLElement | undefined
    for (const { field, input } of inputs) if (input.value.trim()) given[field] = input.value.trim()
    const isOutOfReach = either !== undefined && !given.email && !given.phone
    reach.className = isOutOfReach ? 'err' : ''
    for (const { field, input, error } of inputs) {
      error.textContent = why(field, given[field] ?? '')
      const isWrong = error.textContent !== '' || (isOutOfReach && isEither(field))
      input.ariaInvalid = String(isWrong)
      if (isWrong) first ??= input
    }
    wrong.textContent = ''
    if (first) return first.focus()
    go.disabled = true
    void Promise.resolve(send(given)).then((problem) => {
      go.disabled = false
      wrong.textContent = problem ?? ''
    })
  }
  return form
}
