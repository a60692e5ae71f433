import { type Contact, isEmail, isPhone } from '@deskbell/protocol/widget/contact'
import type { Words } from '../words/en.ts'
import { el } from '../window/start.ts'

export type Field = 'name' | 'email' | 'phone' | 'message'
type Values = Partial<Record<Field, string>>
interface Options {
  words: Words
  title: string
  text?: string
  fields: readonly Field[]
  needed: readonly Field[]
  values: Contact
  submit: string
  /** More buttons, beside the one that sends. */
  beside?: HTMLElement
  /** Undefined: it was taken; else what is wrong, for the visitor. */
  send: (values: Values) => Promise<string | undefined> | string | undefined
}

const TYPES = { name: ['text', 'name'], email: ['email', 'email'], phone: ['tel', 'tel'] } as const

/** A form with labels, and with errors that stand at their field and are read out. */
export function toForm({ words, title, text, fields, needed, values, submit, beside, send }: Options): HTMLFormElement {
  const inputs = fields.map((field, i) => {
    const id = `f${field}`
    const input =
      field === 'message'
        ? el('textarea', { id, rows: 3 })
        : el('input', { id, type: TYPES[field][0], autocomplete: TYPES[field][1], value: values[field] ?? '' })
    const error = el('div', { className: 'err', id: `e${id}` })
    input.setAttribute('aria-describedby', error.id)
    input.required = needed.includes(field)
    if (i === 0) input.dataset['first'] = ''
    const hint = !input.required && el('small', {}, ` (${words.optional})`)
    return { field, input, error, row: el('div', {}, el('label', { htmlFor: id }, words[field], hint), input, error) }
  })
  const why = (field: Field, value: string) => {
    if (!value) return needed.includes(field) ? words.needed : ''
    if (field === 'email' && !isEmail(value)) return words.badEmail
    return field === 'phone' && !isPhone(value) ? words.badPhone : ''
  }
  const wrong = el('div', { className: 'err', role: 'alert' })
  const go = el('button', { className: 'go' }, submit)
  const heading = el('h2', {}, title)
  const form = el(
    'form',
    { className: 'form', noValidate: true },
    heading,
    text && el('p', {}, text),
    ...inputs.map(({ row }) => row),
    wrong,
    el('div', { className: 'acts' }, go, beside),
  )
  form.onsubmit = (event) => {
    event.preventDefault()
    const given: Values = {}
    let first: HTMLElement | undefined
    for (const { field, input, error } of inputs) {
      const value = input.value.trim()
      error.textContent = why(field, value)
      input.ariaInvalid = String(error.textContent !== '')
      if (error.textContent) first ??= input
      if (value) given[field] = value
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
