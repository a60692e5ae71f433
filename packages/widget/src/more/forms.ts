import { type Contact, whyNotOffline } from '@deskbell/protocol/widget/contact'
import type { Desk } from '../core/desk.ts'
import { isOpen } from '../core/states.ts'
import type { Words } from '../words/en.ts'
import { button, el } from '../window/start.ts'
import { type Field, toForm } from './form.ts'

/** What the page or a rule invites with: it stands in the form, where no conversation can show it. */
const toInvitation = (desk: Desk) => desk.asides.findLast(({ kind }) => kind === 'invitation')

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
  const text = contacts === 'before' && toInvitation(desk)?.text
  return toForm({
    words,
    title: words.contacts,
    ...(text && { text: el('p', {}, text) }),
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
      desk.ask({ t: 'contact', contact }).then(
        () => desk.call('onIntroduction'),
        () => {}, // the desk would not have it; the visitor is not kept from writing
      )
      done()
      return undefined
    },
  })
}

/** What brings the words of the newest form up to date. */
const redraw = new WeakMap<Desk, () => void>()

/**
 * W11: a message for when nobody is there. What the visitor was writing to somebody is what they leave. Once it was
 * taken, `data-sent` is on what is returned, until the visitor wants to write another.
 */
export function offlineForm(desk: Desk, words: Words): HTMLElement {
  const place = el('div', {})
  const text = el('p', {})
  const draw = (): void => {
    const invitation = toInvitation(desk)
    const now = desk.form?.message || invitation?.text || words.leaveText
    if (text.textContent !== now) text.textContent = now
    if (invitation && isOpen(desk.state)) invitation.seen = true
  }
  const show = (): HTMLFormElement => {
    const form = toForm({
      words,
      title: desk.form?.title || words.leave,
      text,
      fields: [...REACH, 'message'] as Field[],
      needed: ['message'],
      either: words.either,
      values: { ...desk.contact, message: desk.session.get('draft') ?? '' },
      submit: words.send,
      onMessage: (said) => desk.session.set('draft', said || undefined),
      send: async ({ message = '', ...contact }) => {
        if (whyNotOffline(contact, message)) return words.either
        keepContact(desk, contact)
        try {
          await desk.ask({ t: 'offline', contact, message })
        } catch {
          return words.wrong
        }
        desk.session.set('draft', undefined)
        place.dataset['sent'] = ''
        const again = button('link', another, words.another)
        const said = el('div', { className: 'form', role: 'status', tabIndex: -1 }, el('h2', {}, words.leftDone), again)
        place.replaceChildren(said)
        // The button that had the focus is gone, and the keyboard goes on from here.
        said.focus()
        return undefined
      },
    })
    place.replaceChildren(form)
    return form
  }
  const another = (): void => {
    delete place.dataset['sent']
    const form = show()
    // The visitor wants it, although a chat has begun with what was left.
    form.dataset['touched'] = ''
    form.querySelector<HTMLElement>('[data-first]')!.focus()
  }
  draw()
  show()
  // One listener, however often there is a form.
  if (!redraw.has(desk)) desk.watch(() => redraw.get(desk)!())
  redraw.set(desk, draw)
  return place
}

/** W10: until there are calls, it says so before a number is typed, takes none, and leads to where one can write. */
export function callForm(desk: Desk, words: Words): HTMLElement {
  const toChat = button('link', () => desk.wish('open'), words.toChat)
  toChat.dataset['first'] = ''
  const form = toForm({
    words,
    title: desk.callTitle || words.call,
    text: el('p', {}, words.callOff),
    fields: ['phone'],
    needed: ['phone'],
    values: desk.contact,
    submit: words.callMe,
    beside: toChat,
    send: () => words.callOff,
  })
  for (const one of form.querySelectorAll<HTMLInputElement | HTMLButtonElement>('input,.go')) {
    one.disabled = true
    delete one.dataset['first']
  }
  return form
}
