import { type Contact, whyNotOffline } from '@deskbell/protocol/widget/contact'
import type { Desk } from '../core/desk.ts'
import type { Words } from '../words/en.ts'
import { button, el } from '../window/start.ts'
import { type Field, toForm } from './form.ts'

const REACH = ['name', 'email', 'phone'] as const
/** What the visitor said of himself stays, whether the desk can be reached or not: it is sent when it can. */
const keepContact = (desk: Desk, contact: Contact): void => {
  desk.contact = { ...desk.contact, ...contact }
  desk.local.set('contact', JSON.stringify(desk.contact))
}

/** Asks who it is, before or after the first message. `done` when it was sent, or when the visitor would rather not. */
export function contactsForm(desk: Desk, words: Words, done: () => void): HTMLElement {
  const { contacts, contactsNeeded } = desk.boot.settings
  const isFirst = contacts === 'before' && contactsNeeded.length > 0
  return toForm({
    words,
    title: words.contacts,
    fields: REACH,
    needed: contactsNeeded,
    values: desk.contact,
    submit: words.save,
    ...(!isFirst && { beside: button('link', done, words.later) }),
    send: (contact) => {
      if (Object.keys(contact).length === 0) {
        done()
        return undefined
      }
      keepContact(desk, contact)
      desk.ask({ t: 'contact', contact, form: true }).then(
        () => desk.call('onIntroduction'),
        () => {}, // the desk would not have it; the visitor is not kept from writing
      )
      done()
      return undefined
    },
  })
}

/** W11: a message for when nobody is there. */
export function offlineForm(desk: Desk, words: Words): HTMLElement {
  const place = el('div', {})
  const show = (): void => {
    const form = toForm({
      words,
      title: desk.form?.title || words.leave,
      text: desk.form?.message || words.leaveText,
      fields: [...REACH, 'message'] as Field[],
      needed: ['message'],
      values: desk.contact,
      submit: words.send,
      send: async ({ message = '', ...contact }) => {
        if (whyNotOffline(contact, message)) return words.either
        keepContact(desk, contact)
        try {
          await desk.ask({ t: 'offline', contact, message })
        } catch {
          return words.wrong
        }
        const again = button('link', show, words.another)
        place.replaceChildren(el('div', { className: 'form', role: 'status' }, el('h2', {}, words.leftDone), again))
        return undefined
      },
    })
    place.replaceChildren(form)
  }
  show()
  return place
}

/** W10: until there are calls, it says that there are none. */
export function callForm(desk: Desk, words: Words): HTMLElement {
  return toForm({
    words,
    title: desk.callTitle || words.call,
    text: words.callText,
    fields: ['phone'],
    needed: ['phone'],
    values: desk.contact,
    submit: words.callMe,
    beside: button('link', () => desk.wish('open'), words.toChat),
    send: () => words.callOff,
  })
}
