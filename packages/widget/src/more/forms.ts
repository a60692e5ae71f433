import { type Contact, whyNotOffline } from '@deskbell/protocol/widget/contact'
import type { WidgetCore } from '../core/core.ts'
import { isOpen } from '../core/states.ts'
import { agentIn } from '../core/thread.ts'
import type { Words } from '../words/en.ts'
import { button, el } from '../window/start.ts'
import { type Field, toForm } from './form.ts'

/** The invitation of the page or of a rule, shown in the form when no conversation is visible. */
const toInvitation = (core: WidgetCore) => core.asides.findLast(({ kind }) => kind === 'invitation')

const REACH = ['name', 'email', 'phone'] as const
/** Keeps the visitor's contact data also while the server is unreachable: it is sent later. */
const keepContact = (core: WidgetCore, contact: Contact): void => {
  core.contact = { ...core.contact, ...contact }
  core.local.set('contact', JSON.stringify(core.contact))
}

/** Asks for contact data before or after the first message. `done` is called when the visitor submitted or declined. */
export function contactsForm(core: WidgetCore, words: Words, done: () => void): HTMLElement {
  const { contacts, contactsNeeded } = core.boot.settings
  const isFirst = contacts === 'before' && contactsNeeded.length > 0
  return toForm({
    words,
    title: words.contacts,
    fields: REACH,
    needed: contactsNeeded,
    values: core.contact,
    submit: words.save,
    ...(!isFirst && { beside: button('link', done, words.later) }),
    send: (contact) => {
      if (Object.keys(contact).length === 0) {
        done()
        return undefined
      }
      keepContact(core, contact)
      core.ask({ t: 'contact', contact }).then(
        () => core.call('onIntroduction'),
        () => {}, // a refused contact form does not keep the visitor from writing
      )
      done()
      return undefined
    },
  })
}

/** Updates the texts of the newest form. */
const redraw = new WeakMap<WidgetCore, () => void>()

/**
 * W11: a message for the time when no agent is online, or when none has come to the visitor's chat. It begins with the
 * visitor's unsent draft. After the server accepted it, the returned element has `data-sent` until the visitor wants to write
 * another. The chat is back when the visitor wants to write there, or when an agent joins it.
 */
export function offlineForm(core: WidgetCore, words: Words): HTMLElement {
  const place = el('div', {})
  const text = el('p', {})
  const draw = (): void => {
    const invitation = toInvitation(core)
    const { form } = core
    if (form === true && agentIn(core.entries) && !place.querySelector('[data-touched]')) return toChat()
    const now = form === true ? words.lateText : form?.message || invitation?.text || words.leaveText
    if (text.textContent !== now) text.textContent = now
    if (invitation && isOpen(core.state)) invitation.seen = true
  }
  const toChat = (): void => {
    core.form = undefined
    delete place.dataset['sent']
    place.replaceChildren()
    core.changed()
  }
  const show = (): HTMLFormElement => {
    const form = toForm({
      words,
      title: (core.form !== true && core.form?.title) || words.leave,
      ...(core.form === true && { beside: button('link', toChat, words.toChat) }),
      text,
      fields: [...REACH, 'message'] as Field[],
      needed: ['message'],
      either: words.either,
      values: { ...core.contact, message: core.session.get('draft') ?? '' },
      submit: words.send,
      onMessage: (said) => core.session.set('draft', said || undefined),
      send: async ({ message = '', ...contact }) => {
        if (whyNotOffline(contact, message)) return words.either
        keepContact(core, contact)
        try {
          await core.ask({ t: 'offline', contact, message })
        } catch {
          return words.wrong
        }
        core.session.set('draft', undefined)
        place.dataset['sent'] = ''
        const again = button('link', another, words.another)
        const said = el('div', { className: 'form', role: 'status', tabIndex: -1 }, el('h2', {}, words.leftDone), again)
        place.replaceChildren(said)
        // The focused button is gone; keyboard focus moves here.
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
    // The visitor asked for another form, although the first one has begun a chat.
    form.dataset['touched'] = ''
    form.querySelector<HTMLElement>('[data-first]')!.focus()
  }
  draw()
  show()
  // One listener per core, however many forms there are.
  if (!redraw.has(core)) core.watch(() => redraw.get(core)!())
  redraw.set(core, draw)
  return place
}
