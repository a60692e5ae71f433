import type { CannedFile } from '@deskbell/protocol/agent/canned'
import type { MessageItem } from './fold.ts'

/** A file that the server has. */
export type ServerFile = Pick<CannedFile, 'file' | 'mime' | 'name' | 'size' | 'thumb'>

/**
 * A file of an unsent message: from this machine, or of a canned answer, which the server copies. `upload`: the server's
 * name for it in the chat, after the upload or the copy, or from the beginning when its message was taken back.
 */
export type PendingFile = { name: string; type: string; upload?: string } & (
  | { blob: Blob; canned?: never }
  | { canned: ServerFile; blob?: never }
)

/**
 * A message of the agent whose entry has not arrived yet. The key is the Idempotency-Key of every attempt, so that a
 * message sent again after a lost answer is stored once.
 */
export type PendingMessage = {
  key: string
  chat: number
  /** When it was written, ms. */
  at: number
  text: string
  files: readonly PendingFile[]
  /** It is a private note, with the agents whom it mentions. */
  note?: { mentions: readonly number[] }
  /** The text is markdown. */
  formatted?: true
  /** It is not sent at once: it is held for so long (ms), or sent at a time. */
  wait?: { hold: number } | { at: number }
  /**
   * Queued: waits for its turn or for the server. Sending: the file with this place is being uploaded, after the last
   * one the message itself. Refused: it stays until the agent sends it again or discards it.
   */
  state:
    | { is: 'queued' }
    | { is: 'sending'; place: number; progress: number }
    | { is: 'sent'; n: number }
    | { is: 'refused'; problem: string }
  /** The newest entry that was known when it was written: its own entry comes later. */
  after: number
}

/** The uploaded part of a file, 0 to 1. */
export function progressOf({ files, state }: PendingMessage, place: number): number {
  if (files[place]?.upload !== undefined || state.is === 'sent') return 1
  if (state.is !== 'sending' || place > state.place) return 0
  return place < state.place ? 1 : state.progress
}

/** Files can be left out of a message as long as the server cannot have it. */
export const isUploading = ({ files }: PendingMessage): boolean => files.some(({ upload }) => upload === undefined)

/** Without messages that wait to be sent and whose entry, which is not shown as a message, has arrived. */
export const withoutStored = (pending: readonly PendingMessage[], last: number): readonly PendingMessage[] =>
  pending.filter(({ wait, state }) => !(wait && state.is === 'sent' && state.n <= last))

/**
 * The unsent messages to show below the entries. A message whose entry has arrived is left out, even while the answer
 * to its request is outstanding: it is then matched by text, in order, among this agent's messages after `after`.
 */
export function withoutEntry(
  pendingMessages: readonly PendingMessage[],
  items: readonly { kind: string; n: number }[],
  me: number,
): PendingMessage[] {
  if (pendingMessages.length === 0) return []
  const messages = items.filter((item): item is MessageItem => item.kind === 'message')
  const last = items.at(-1)?.n ?? 0
  const taken = new Set<number>()
  return pendingMessages.filter((pending) => {
    if (pending.state.is === 'sent') {
      taken.add(pending.state.n)
      return pending.state.n > last
    }
    if (pending.state.is === 'refused') return true
    const own = messages.find(
      (item) =>
        item.n > pending.after &&
        !taken.has(item.n) &&
        item.agent?.id === me &&
        (pending.formatted ? (item.markdown ?? item.text) : item.text) === pending.text &&
        (item.note === undefined) === (pending.note === undefined) &&
        item.attachments.length > 0 === pending.files.length > 0,
    )
    if (own) taken.add(own.n)
    return !own
  })
}
