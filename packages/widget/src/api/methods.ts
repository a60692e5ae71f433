import {
  toContact,
  toCustomData,
  toUserToken,
  isPhone,
  USER_TOKEN_MAX,
  whyNotOffline,
} from '@deskbell/protocol/widget/contact'
import { parseRules, type Rule } from '@deskbell/protocol/widget/rules'
import type { Desk } from '../core/desk.ts'

const OK = { result: 'ok' } as const
const fail = (reason: string) => ({ result: 'fail', reason }) as const
/** W9: ms until a page that asks for the visitor's number hears that there is none. */
const NUMBER_WITHIN = 10_000
/** W10, to the letter. */
const DISABLED = 'Callback disabled'

/** A failure has been told where it is seen; here nobody waits for the answer. */
const quietly = (asked: Promise<unknown>) => void asked.catch(() => {})

/** What an argument has itself, and not what a page gave to all objects (T32). */
const own = (given: unknown, name: string): unknown =>
  typeof given === 'object' && given !== null && Object.hasOwn(given, name)
    ? (given as Record<string, unknown>)[name]
    : undefined

/** A page's function, called later and by itself. */
function tell(given: unknown, ...args: unknown[]): void {
  if (typeof given === 'function') setTimeout(given as (...args: unknown[]) => void, 0, ...args)
}

/** The methods of `chat_api` (C2): each answers at once, and what takes time is done afterwards. */
export function toMethods(desk: Desk, setRules: (rules: readonly Rule[]) => void) {
  return {
    open: (given?: unknown) => {
      const start = own(given, 'start') ?? 'chat'
      if (start !== 'chat' && start !== 'call' && start !== 'menu') return fail('start must be chat, call or menu.')
      desk.wish(start === 'call' ? 'call' : 'open')
      return OK
    },
    close: () => {
      desk.wish('close')
      return OK
    },
    chatMode: () => (desk.online ? 'online' : 'offline'),
    getContactInfo: () => {
      const { name = null, email = null, phone = null, description = null } = desk.contact
      return { client_name: name, name, email, phone, description }
    },
    getVisitorNumber: (given?: unknown) => {
      if (desk.number) return tell(given, null, desk.number)
      let isTold = false
      const answer = (...args: unknown[]) => {
        if (!isTold) tell(given, ...args)
        isTold = true
      }
      const none = () => answer('The visitor number is not available.', undefined)
      desk.ask({ t: 'number' }).then(({ number }) => {
        desk.number = number ?? null
        if (number) answer(null, number)
        else none()
      }, none)
      setTimeout(none, NUMBER_WITHIN)
    },
    setContactInfo: (given?: unknown) => {
      const contact = toContact(given)
      if (Object.keys(contact).length === 0) return OK
      desk.contact = { ...desk.contact, ...contact }
      desk.local.set('contact', JSON.stringify(desk.contact))
      quietly(desk.ask({ t: 'contact', contact }))
      return OK
    },
    setCustomData: (given?: unknown) => {
      const data = toCustomData(given)
      if (!data.ok) return fail(data.reason)
      quietly(desk.ask({ t: 'custom', fields: [...data.fields] }))
      return OK
    },
    setRules: (given?: unknown) => {
      const parsed = parseRules(given)
      if (!parsed.ok) return fail(parsed.reason)
      setRules(parsed.rules)
      return { ...OK, ignored: [...parsed.ignored] }
    },
    setUserToken: (given?: unknown) => {
      const token = toUserToken(given)
      if (token === false || token.length > USER_TOKEN_MAX) return { result: 'fail', token }
      quietly(desk.ask({ t: 'token', token }))
      return { ...OK, token }
    },
    showProactiveInvitation: (text?: unknown, department?: unknown) => {
      if (typeof text !== 'string' || text.trim() === '') return fail('An invitation text is needed.')
      // Whether there is such a department, the desk knows: also where visitors are not asked (W4).
      const id = Number(department)
      desk.department = id > 0 && (id | 0) === id ? id : undefined
      desk.marks.time_after_invitation = Date.now()
      desk.addAside('invitation', text.slice(0, 1000))
      desk.wish('open')
      return OK
    },
    // Calls do not exist yet; the form of a number is said before that.
    startCall: (given?: unknown) => fail(isPhone(String(given)) ? DISABLED : 'Invalid phone number'),
    isCallbackEnabled: (given?: unknown) => tell(given, fail(DISABLED)),
    sendOfflineMessage: (given?: unknown) => {
      const contact = toContact(given)
      const said = own(given, 'message')
      const message = typeof said === 'string' || typeof said === 'number' ? String(said) : ''
      const error = whyNotOffline(contact, message)
      if (error) return { result: 'fail', error }
      quietly(desk.ask({ t: 'offline', contact, message }))
      return OK
    },
  }
}
