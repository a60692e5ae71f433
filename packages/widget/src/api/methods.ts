import {
  toContact,
  toCustomData,
  toUserToken,
  isPhone,
  USER_TOKEN_MAX,
  whyNotOffline,
} from '@deskbell/protocol/widget/contact'
import { parseRules, type Rule } from '@deskbell/protocol/widget/rules'
import type { WidgetCore } from '../core/core.ts'

const OK = { result: 'ok' } as const
const fail = (reason: string) => ({ result: 'fail', reason }) as const
/** ms until a page that asks for what only the server knows receives an error (W9). */
const KNOWN_WITHIN = 10_000
/** W10 prescribes these texts, and how the second one is spelled. */
const DISABLED = 'Callback disabled'
const UNAVAILABLE = 'Callback unavaiable'

/** Why the visitor cannot be called now; undefined: they can (W10). */
function whyNoCallback({ callback, inCall, phoning }: WidgetCore): string | undefined {
  if (!callback || callback === 'off') return DISABLED
  return callback === 'closed' || inCall || phoning ? UNAVAILABLE : undefined
}

/** Asks for a call to a number. The page hears of its begin and its end (C1). */
async function callBack(core: WidgetCore, phone: string): Promise<void> {
  core.phoning = true
  try {
    const { call } = await core.ask({ t: 'call', phone })
    if (call) core.session.set('call', String(call.id))
    core.call('onCallStart')
  } catch (error) {
    core.phoning = false
    const { message = 'The call failed.' } = error as { message?: string }
    core.call('onCallEnd', { result: 'fail', reason: message })
  }
}

/** Ignores a rejection: the window shows it, and no caller waits for the result. */
const quietly = (asked: Promise<unknown>) => void asked.catch(() => {})

/** Reads own properties only, so that changes of `Object.prototype` by the page have no effect (T32). */
const own = (given: unknown, name: string): unknown =>
  typeof given === 'object' && given !== null && Object.hasOwn(given, name)
    ? (given as Record<string, unknown>)[name]
    : undefined

/** Calls a function of the page later, so that its errors do not affect the caller. */
function tell(given: unknown, ...args: unknown[]): void {
  if (typeof given === 'function') setTimeout(given as (...args: unknown[]) => void, 0, ...args)
}

/** The methods of `chat_api` (C2). Each returns at once; slow work continues afterwards. */
export function toMethods(core: WidgetCore, setRules: (rules: readonly Rule[]) => void) {
  return {
    open: (given?: unknown) => {
      const start = own(given, 'start') ?? 'chat'
      if (start !== 'chat' && start !== 'call' && start !== 'menu') return fail('start must be chat, call or menu.')
      core.wish(start === 'call' ? 'call' : 'open')
      return OK
    },
    close: () => {
      core.wish('close')
      return OK
    },
    chatMode: () => (core.online ? 'online' : 'offline'),
    getContactInfo: () => {
      const { name = null, email = null, phone = null, description = null } = core.contact
      return { client_name: name, name, email, phone, description }
    },
    getVisitorNumber: (given?: unknown) => {
      if (core.number) return tell(given, null, core.number)
      let isTold = false
      const answer = (...args: unknown[]) => {
        if (!isTold) tell(given, ...args)
        isTold = true
      }
      const none = () => answer('The visitor number is not available.', undefined)
      core.ask({ t: 'number' }).then(({ number }) => {
        core.number = number ?? null
        if (number) answer(null, number)
        else none()
      }, none)
      setTimeout(none, KNOWN_WITHIN)
    },
    setContactInfo: (given?: unknown) => {
      const contact = toContact(given)
      if (Object.keys(contact).length === 0) return OK
      core.contact = { ...core.contact, ...contact }
      core.local.set('contact', JSON.stringify(core.contact))
      quietly(core.ask({ t: 'contact', contact }))
      return OK
    },
    setCustomData: (given?: unknown) => {
      const data = toCustomData(given)
      if (!data.ok) return fail(data.reason)
      quietly(core.ask({ t: 'custom', fields: [...data.fields] }))
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
      quietly(core.ask({ t: 'token', token }))
      return { ...OK, token }
    },
    showProactiveInvitation: (text?: unknown, department?: unknown) => {
      if (typeof text !== 'string' || text.trim() === '') return fail('An invitation text is needed.')
      // Only the server knows whether the department exists, also where the form does not ask for one (W4).
      const id = Number(department)
      core.department = id > 0 && (id | 0) === id ? id : undefined
      core.marks.time_after_invitation = Date.now()
      core.addAside('invitation', text.slice(0, 1000))
      core.wish('open')
      return OK
    },
    // The number is checked first (W10).
    startCall: (given?: unknown) => {
      const phone = String(given)
      const why = isPhone(phone) ? whyNoCallback(core) : 'Invalid phone number'
      if (why !== undefined) return fail(why)
      void callBack(core, phone)
      return OK
    },
    isCallbackEnabled: (given?: unknown) => {
      let isTold = false
      const answer = () => {
        if (isTold) return
        isTold = true
        const why = whyNoCallback(core)
        tell(given, why === undefined ? OK : fail(why))
      }
      if (core.ready) return answer()
      core.watch(() => core.ready && answer())
      setTimeout(answer, KNOWN_WITHIN)
    },
    sendOfflineMessage: (given?: unknown) => {
      const contact = toContact(given)
      const said = own(given, 'message')
      const message = typeof said === 'string' || typeof said === 'number' ? String(said) : ''
      const error = whyNotOffline(contact, message)
      if (error) return { result: 'fail', error }
      quietly(core.ask({ t: 'offline', contact, message }))
      return OK
    },
  }
}
