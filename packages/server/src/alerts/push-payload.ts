import type { AlertCause } from '@deskbell/protocol/agent/alerts'
import { PLACES } from '@deskbell/protocol/agent/places'
import { cutText } from '@deskbell/protocol/text'
import type { PushRow } from './push-rows.ts'

/** Push services take 4 KB at most: so many characters of a task are shown. */
const TASK_SHOWN = 200

/** What a notification says: what its alert is about, that a client asks to be called, or that a call does not ring any more. */
export type PushNotice = AlertCause | 'callback' | 'call_over'

/** What the service worker shows. It has no text of messages; the text of a task is the agents' own. */
export interface PushPayload {
  /** Confirms the alert; empty: there is nothing to confirm. */
  readonly token: string
  readonly what: PushNotice
  /** The visitor, if a name is known, and their number. */
  readonly name: string | null
  readonly number: string | null
  /** The beginning of the task's text, or the channel of the call. */
  readonly text: string | null
  readonly company: string
  /** The page to open. */
  readonly path: string
  readonly tag: string
  /** The agent's; null is the browser's. */
  readonly language: string | null
}

export function toPayload(row: PushRow, token: string): PushPayload {
  const { number, text, company, language, call_channel: channel } = row
  return {
    token,
    what: noticeOf(row),
    name: row.name ?? row.email ?? row.phone,
    number: number === null ? null : String(number),
    text: text === null ? channel : cutText(text, TASK_SHOWN).text,
    company,
    ...placeOf(row),
    language,
  }
}

/** Replaces what was shown of a call. It names no visitor. */
export const toWithdrawn = (row: PushRow): PushPayload => ({
  ...toPayload(row, ''),
  what: 'call_over',
  name: null,
  number: null,
  text: null,
})

const noticeOf = ({ cause, call }: PushRow): PushNotice =>
  cause === 'call' && call?.type === 'callback' ? 'callback' : cause

/** The page that the notification opens. A newer one of the same chat, task or call replaces it. */
function placeOf(row: PushRow) {
  const { cause, chat_id: chat, entry_n: n, task_id: task, call_id: call, contact_id: contact } = row
  if (task !== null) return { path: contact === null ? PLACES.tasks : PLACES.task(contact, task), tag: `task-${task}` }
  // What is shown of a call that rang is taken back; that it was missed stays.
  if (call !== null && cause === 'call') return { path: placeOfCall(row), tag: `call-${call}` }
  if (call !== null) return { path: PLACES.missedCalls, tag: `missed-${call}` }
  if (chat === null) return { path: '/me/alerts', tag: cause }
  return { path: PLACES.alert(cause, chat, n), tag: `chat-${chat}` }
}

/** The call rings over every page; the one of its visitor is beside it. */
function placeOfCall({ call_chat: chat, contact_id: contact }: PushRow): string {
  if (chat !== null) return PLACES.chat('all', chat)
  return contact === null ? PLACES.missedCalls : PLACES.contact(contact)
}
