import { createHash } from 'node:crypto'
import { toContact, toCustomData, whyNotOffline, type Contact } from '@deskbell/protocol/widget/contact'
import type { NoCallWhy } from '@deskbell/protocol/widget/callback'
import type { Cursor, ServerFrame, VisitorRequest } from '@deskbell/protocol/widget/frames'
import type { RateLimitName } from '@deskbell/protocol/limits'
import { cleanText } from '@deskbell/protocol/text'
import {
  CommitRefused,
  Unavailable,
  type Committed,
  type Input,
  type Outcome,
} from '../../conversation/commit/input.ts'
import { CallNotPossible, type CallRefusedWhy } from '../../realtime/visitor-calls.ts'
import { offlineMessage, type OfflineMessage } from '../../conversation/commit/offline-messages.ts'
import { isUnavailable } from '../../db/errors.ts'
import { networkOf } from '../../platform/network.ts'
import { toVisitorEntries } from './follow.ts'
import { PAGE, readOlder } from './read.ts'
import { analyticsOf } from './site.ts'
import type { Services } from '../../services.ts'
import type { Session } from './session.ts'
import { departmentsOf } from './settings.ts'

type Done = Omit<ServerFrame & { t: 'done' }, 't' | 'id'>
type Refusal = Omit<ServerFrame & { t: 'refused' }, 't' | 'id'>

/** A request that is refused, and why. */
class NotDone extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.message)
    this.refusal = refusal
  }
}

const NO_CHAT = new NotDone({ code: 'not_found', message: 'There is no such chat.' })

const noCalls = (why: NoCallWhy, message: string): Refusal => ({ code: 'no_calls', why, message })
/** W10 prescribes the text. */
const badNumber = (why: NoCallWhy): Refusal => ({ code: 'invalid', why, message: 'Invalid phone number' })

const CALLS: Record<CallRefusedWhy, Refusal> = {
  off: noCalls('off', 'Calls are switched off.'),
  closed: noCalls('closed', 'No agent can take a call now.'),
  in_call: noCalls('in_call', 'The visitor is in a call already.'),
  too_many: noCalls('too_many', 'Too many calls today.'),
  number_too_many: noCalls('number_too_many', 'Too many calls to this number today.'),
  no_number: badNumber('no_number'),
  too_short: badNumber('too_short'),
  too_long: badNumber('too_long'),
  other_country: badNumber('other_country'),
  special_number: badNumber('special_number'),
  no_call: { code: 'not_found', message: 'There is no such call.' },
}

/** The refusal that the page gets for an error; undefined for a server fault. */
export function refusalOf(error: unknown): Refusal | undefined {
  if (error instanceof NotDone) return error.refusal
  if (error instanceof Unavailable || isUnavailable(error))
    return { code: 'unavailable', message: 'The server cannot do this now. Try again.', retryAfter: 2 }
  if (error instanceof CallNotPossible) return CALLS[error.why]
  if (!(error instanceof CommitRefused)) return undefined
  if (error.code === 'idempotency_mismatch')
    return { code: 'invalid', message: 'This id was used for another request: make a new one for each.' }
  if (error.code === 'blocked') return { code: 'too_late', message: 'This chat does not accept messages any more.' }
  return { code: 'too_late', message: 'The chat no longer exists.' }
}

type Needs = Pick<Services, 'commit' | 'db' | 'directory' | 'ids' | 'locate' | 'rates'>

/** Handles a request of a page. Throws errors that `refusalOf` converts. */
export type Answer = (session: Session, frame: VisitorRequest) => Promise<Done>

export function makeAnswer({ commit, db, directory, ids, locate, rates }: Needs): Answer {
  return async function answer(session: Session, frame: VisitorRequest): Promise<Done> {
    switch (frame.t) {
      case 'message':
        return write(session, frame)
      case 'contact': {
        const profile = cleanContact(toContact(frame.contact))
        const done = await commitVisitor(session, { visitor: profile, command: { type: 'visitor.introduce', profile } })
        return { number: done.visitor.number }
      }
      case 'custom': {
        const customs = toCustomData(frame.fields)
        if (!customs.ok) throw new NotDone({ code: 'invalid', message: customs.reason })
        const fields = customs.fields.map((field) =>
          Object.fromEntries(Object.entries(field).map(([name, text]) => [name, cleanText(text as string)])),
        )
        const done = await commitVisitor(session, { visitor: { customData: fields } })
        return { number: done.visitor.number }
      }
      case 'token': {
        const done = await commitVisitor(session, { visitor: { userToken: cleanText(frame.token) } })
        return { number: done.visitor.number }
      }
      case 'number': {
        const done = await commitVisitor(session, { meets: true })
        return { number: done.visitor.number }
      }
      case 'call': {
        const { visitor } = await commitVisitor(session, { meets: true })
        return { call: await session.call.start(frame, visitor.number), number: visitor.number }
      }
      case 'callback':
        return { callback: await session.call.form(frame) }
      case 'hang':
        await session.call.hangUp(frame.call)
        return {}
      case 'rate':
        return rate(session, frame)
      case 'offline':
        return leave(session, frame)
      case 'history':
        return history(session, frame.before)
    }
  }

  /** Commits a message once, however often the page repeats the request. */
  async function write(
    session: Session,
    frame: Omit<VisitorRequest & { t: 'message' }, 't'>,
    /** Written in the same transaction. */
    { contact = {}, left }: { contact?: Contact; left?: OfflineMessage } = {},
  ): Promise<Done> {
    const text = cleanText(frame.text)
    if (text.trim() === '') throw new NotDone({ code: 'invalid', message: 'The message is empty.' })
    const key = keyFor(session)
    checkRate(session, 'widgetMessagesPerVisitor', key)
    const { visit } = session
    if (frame.analytics && visit.site) visit.site = { ...visit.site, analytics: analyticsOf(frame.analytics) }
    const channel = directory.channel(session.account, session.channelId)
    const chosen = channel && departmentsOf(channel, directory).find(({ id }) => id === frame.department)
    const outcome = await commitFor(session, {
      ...(left && { attached: [offlineMessage.with(left)] }),
      visitor: contact,
      command: {
        type: 'visitor.write',
        id: ids.letters(22),
        theirId: frame.id,
        text,
        // Contact data usually comes in a request of its own.
        profile: contact,
        ...(left && { left: true as const }),
        ...(frame.invite !== undefined && { invite: cleanText(frame.invite) }),
        ...(chosen && { department: chosen }),
      },
      once: {
        scope: `widget ${session.channelId} ${key}`,
        key: frame.id,
        hash: createHash('sha256').update(text).digest(),
        answer: (done) => ({ number: done.visitor.number, cursor: cursorOf(done, frame.id) }),
      },
    })
    if (outcome.kind === 'repeated') return outcome.answer as Done
    return { number: outcome.visitor.number, cursor: cursorOf(outcome, frame.id) }
  }

  /** W11. Stores the offline message and also writes it in a chat, where an agent can answer it. */
  async function leave(session: Session, frame: VisitorRequest & { t: 'offline' }): Promise<Done> {
    const contact = cleanContact(toContact(frame.contact))
    const why = whyNotOffline(contact, frame.message)
    if (why !== undefined) throw new NotDone({ code: 'invalid', message: why })
    const left = { request: frame.id, contact, message: cleanText(frame.message) }
    const { number } = await write(session, { id: frame.id, text: frame.message }, { contact, left })
    return number === undefined ? {} : { number }
  }

  async function rate(session: Session, { id, chat, rating, text }: VisitorRequest & { t: 'rate' }): Promise<Done> {
    const key = keyFor(session)
    const [location] = await locate([{ account: session.account, target: { chat } }])
    const isTheirs = location?.channel === session.channelId && location.key === key
    if (!isTheirs) throw NO_CHAT // guard T20
    checkRate(session, 'widgetMessagesPerVisitor', key)
    const said = text === undefined || text.trim() === '' ? {} : { text: cleanText(text) }
    await commit({
      account: session.account,
      target: { chat },
      command: { type: 'visitor.rate', rating, ...said },
      once: {
        scope: `widget rate ${session.channelId} ${key}`,
        key: id,
        hash: createHash('sha256')
          .update(JSON.stringify([chat, rating, said]))
          .digest(),
        answer: () => ({}),
      },
    })
    return {}
  }

  async function history(session: Session, before: Cursor): Promise<Done> {
    const number = session.chats.stored?.number
    if (number === undefined) return { entries: [], more: false }
    checkRate(session, 'widgetMessagesPerVisitor', keyFor(session))
    const { entries, more } = await readOlder(db, { account: session.account, visitor: number }, PAGE, before)
    const first = entries[0]
    return {
      entries: await toVisitorEntries(db, session.account, entries, session.viewContext()),
      more,
      // The cursor counts entries for agents too, so the next request continues before them.
      ...(first && { cursor: { chat: first.chat, n: first.entry.n } }),
    }
  }

  /** Commits data of the visitor. */
  async function commitVisitor(
    session: Session,
    what: Pick<Input, 'visitor' | 'command' | 'meets'>,
  ): Promise<Committed> {
    checkRate(session, 'widgetMessagesPerVisitor', keyFor(session))
    const outcome = await commitFor(session, { meets: true, ...what })
    if (outcome.kind === 'repeated') throw new Error('a request without a key was answered before')
    return outcome
  }

  async function commitFor(session: Session, what: Omit<Input, 'account' | 'target'>): Promise<Outcome> {
    const { account, channelId } = session
    const key = keyFor(session)
    if (!session.chats.stored) checkRate(session, 'newVisitorsPerAddress', networkOf(session.from.address)) // guard T40
    const outcome = await commit({
      account,
      target: { channel: channelId, key },
      ...what,
      visitor: { ...what.visitor, ...session.visit.values },
    })
    if (outcome.kind === 'done') session.chats.setStored(outcome.visitor)
    return outcome
  }

  function checkRate(session: Session, name: RateLimitName, key: string): void {
    const taken = rates(session.account, name).take(`${session.channelId} ${key}`)
    if (!taken.ok)
      throw new NotDone({
        code: 'rate_limited',
        message: 'Too many requests at once.',
        retryAfter: taken.retryAfterSeconds,
      })
  }
}

function cursorOf({ chat, entries }: Committed, id: string): Cursor {
  const message = entries.find((entry) => entry.type === 'message' && entry.theirId === id)
  if (chat === null || !message) throw new Error('a message was committed without an entry')
  return { chat, n: message.n }
}

function keyFor({ chats: { key } }: Session): string {
  if (key === undefined)
    throw new NotDone({ code: 'invalid', message: 'Say who the visitor is first: send "identify".' })
  return key
}

function cleanContact(contact: Contact): Contact {
  return Object.fromEntries(Object.entries(contact).map(([name, text]) => [name, cleanText(text as string)]))
}
