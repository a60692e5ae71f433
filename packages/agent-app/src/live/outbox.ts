import { ApiError, call, saying } from '../api/client.ts'
import { upload } from '../api/upload.ts'
import { random, newKey, now } from '../runtime.ts'
import type { PendingFile, PendingMessage } from './pending-messages.ts'
import { adoptMessages, dropMessage, dropMessages, keepMessage } from './outbox-store.ts'
import { reconnectDelay } from './reconnect-delay.ts'
import type { Live } from './state.ts'

type Begun = {
  files?: readonly PendingFile[]
  note?: PendingMessage['note']
  wait?: PendingMessage['wait'] | undefined
  formatted?: true | undefined
}

export type Outbox = {
  /** Shows the message at once and sends it after the earlier messages of its chat. */
  post: (chat: number, text: string, more?: Omit<Begun, 'note'>) => void
  /** Does the same with a private note, which mentions these agents. */
  postNote: (chat: number, text: string, mentions: readonly number[]) => void
  /** Retries a refused message. */
  again: (pending: PendingMessage) => void
  /**
   * Withdraws a message: aborts its upload and removes it. Returns its text, which the caller puts back into the
   * composer.
   */
  discard: (pending: PendingMessage) => void
  /** Removes a file from a message that is being uploaded. A message without text and files is removed. */
  leaveOut: (pending: PendingMessage, place: number) => void
  /** The server is reachable again. */
  wake: () => void
  /** Removes all stored messages, at sign-out. */
  forget: () => Promise<void>
  stop: () => void
}

function toForm({ blob, name, type }: Extract<PendingFile, { blob: Blob }>): FormData {
  const form = new FormData()
  form.append('file', new File([blob], name, { type }))
  return form
}

/**
 * Sends messages, one at a time in each chat and in order, until the server stores or refuses them. They survive a
 * reload. `held`: it is not known yet who is signed in, and nothing is sent before `wake`.
 */
export function openOutbox(live: Live, who: string, { held = false } = {}): Outbox {
  const tab = newKey()
  const busy = new Map<number, AbortController>()
  const timers = new Map<number, ReturnType<typeof setTimeout>>()
  const failures = new Map<number, number>()
  let stopped = false
  let isHeld = held

  const pendingOf = (chat: number) => live.pending.get(chat) ?? []
  /** The current state of the message; undefined: it was withdrawn. */
  const latest = ({ chat, key }: PendingMessage) => pendingOf(chat).find((one) => one.key === key)
  const amend = (pending: PendingMessage, what: Partial<PendingMessage> | null): void => {
    const rest = pendingOf(pending.chat).flatMap((one) =>
      one.key !== pending.key ? [one] : what ? [{ ...one, ...what }] : [],
    )
    if (rest.length) live.pending.set(pending.chat, rest)
    else live.pending.delete(pending.chat)
  }
  const change = (pending: PendingMessage, state: PendingMessage['state'] | null): void =>
    amend(pending, state && { state })
  /** Removes messages whose entry is on the screen or, if the chat is not loaded, those that the server has stored. */
  const settle = (chat: number): void => {
    const last = live.threads.get(chat)?.thread?.last ?? Infinity
    for (const pending of pendingOf(chat))
      if (pending.state.is === 'sent' && pending.state.n <= last) change(pending, null)
  }

  const uploadOne = async (
    pending: PendingMessage,
    { file, place }: { file: PendingFile; place: number },
    signal: AbortSignal,
  ): Promise<string> => {
    const onProgress = (progress: number) => change(pending, { is: 'sending', place, progress })
    onProgress(0)
    const params = { chat: pending.chat }
    const sent = file.canned
      ? await call('POST /chats/:chat/uploads/canned', { params, body: { file: file.canned.file }, signal })
      : await upload('POST /chats/:chat/uploads', { params, form: toForm(file), onProgress, signal })
    const files = latest(pending)?.files.map((one) => (one === file ? { ...one, upload: sent.file } : one))
    if (files) {
      amend(pending, { files })
      // Stored before the message is sent, so that it names the same files when it is sent again after a reload.
      if (!stopped) await keep({ ...pending, files })
    }
    return sent.file
  }

  /** Uploads the files that the server does not have yet, and sends the message that names them all. */
  const send = async (pending: PendingMessage, signal: AbortSignal): Promise<{ n: number }> => {
    const { key, chat, text, files, note, wait, formatted } = pending
    if (note) {
      const body = { text, ...(note.mentions.length > 0 && { mentions: [...note.mentions] }) }
      return call('POST /chats/:chat/notes', { params: { chat }, body, key, signal })
    }
    const attachments: string[] = []
    for (const [place, file] of files.entries())
      attachments.push(file.upload ?? (await uploadOne(pending, { file, place }, signal)))
    change(pending, { is: 'sending', place: files.length, progress: 0 })
    const body = {
      ...(text !== '' && { text, ...(formatted && { formatted }) }),
      ...(attachments.length > 0 && { attachments }),
    }
    if (wait) return call('POST /chats/:chat/scheduled', { params: { chat }, body: { ...body, ...wait }, key, signal })
    return call('POST /chats/:chat/messages', { params: { chat }, body, key, signal })
  }

  /** The server has removed files that waited too long for their message: they are uploaded again. */
  const areFilesGone = (error: unknown, { files }: PendingMessage): boolean =>
    error instanceof ApiError &&
    error.field?.startsWith('/attachments/') === true &&
    files.some(({ upload }) => upload !== undefined)

  const next = async (chat: number): Promise<void> => {
    if (stopped || isHeld || busy.has(chat)) return
    clearTimeout(timers.get(chat))
    settle(chat)
    const pending = pendingOf(chat).find((one) => one.state.is === 'queued')
    if (!pending) return
    const controller = new AbortController()
    busy.set(chat, controller)
    change(pending, { is: 'sending', place: 0, progress: 0 })
    try {
      const { n } = await send(pending, controller.signal)
      failures.delete(chat)
      change(pending, { is: 'sent', n })
      await dropMessage(pending.key)
    } catch (error) {
      if (controller.signal.aborted) {
        // Withdrawn, or queued again with other files.
      } else if (areFilesGone(error, pending)) {
        amend(pending, { files: pending.files.map(({ upload: _upload, ...file }) => file), state: { is: 'queued' } })
      } else if (error instanceof ApiError && (error.mayPass || error.status === 401)) {
        const tries = (failures.get(chat) ?? 0) + 1
        failures.set(chat, tries)
        change(pending, { is: 'queued' })
        timers.set(
          chat,
          setTimeout(() => void next(chat), error.retryAfter ?? 500 + reconnectDelay(tries, random())),
        )
        return
      } else {
        const state: PendingMessage['state'] = { is: 'refused', problem: saying(error) }
        const refused = { ...(latest(pending) ?? pending), state }
        change(pending, state)
        // Stored as refused: the agent decides about a retry. Once stopped, another window owns the message.
        if (!stopped) void keep(refused)
      }
    } finally {
      busy.delete(chat)
    }
    await next(chat)
  }

  const keep = ({ state, ...pending }: PendingMessage): Promise<void> =>
    keepMessage({ ...pending, who, tab, ...(state.is === 'refused' && { problem: state.problem }) })

  const add = (pending: PendingMessage): void => {
    live.pending.set(pending.chat, [...pendingOf(pending.chat), pending])
    void next(pending.chat)
  }

  const begin = (chat: number, text: string, { files = [], note, wait, formatted }: Begun): void => {
    const after = live.threads.get(chat)?.thread?.last ?? live.chats.get(chat)?.last ?? 0
    const pending: PendingMessage = {
      key: newKey(),
      chat,
      at: now(),
      text,
      after,
      files,
      ...(note && { note }),
      ...(wait && { wait }),
      ...(formatted && { formatted }),
      state: { is: 'queued' },
    }
    void keep(pending)
    add(pending)
  }
  const post = (chat: number, text: string, more: Omit<Begun, 'note'> = {}): void => begin(chat, text, more)
  const postNote = (chat: number, text: string, mentions: readonly number[]): void =>
    begin(chat, text, { note: { mentions } })

  const again = (pending: PendingMessage): void => {
    // Under its first key the server would repeat that the message came too late.
    const fresh: PendingMessage = { ...pending, key: newKey(), state: { is: 'queued' } }
    void dropMessage(pending.key)
    void keep(fresh)
    amend(pending, fresh)
    void next(pending.chat)
  }

  const discard = (pending: PendingMessage): void => {
    void dropMessage(pending.key)
    if (pending.state.is === 'sending') busy.get(pending.chat)?.abort(new DOMException('discarded', 'AbortError'))
    change(pending, null)
  }

  const leaveOut = (pending: PendingMessage, place: number): void => {
    const files = pending.files.filter((_, i) => i !== place)
    if (files.length === 0 && pending.text === '') return discard(pending)
    const changed: PendingMessage = { ...pending, files, state: { is: 'queued' } }
    void keep(changed)
    amend(pending, changed)
    if (pending.state.is === 'sending') busy.get(pending.chat)?.abort(new DOMException('changed', 'AbortError'))
  }

  const wake = (): void => {
    isHeld = false
    const chats = new Set([...live.pending.keys()])
    for (const chat of chats) void next(chat)
  }

  const stop = (): void => {
    stopped = true
    for (const timer of timers.values()) clearTimeout(timer)
    // The agent who signs in next, even in this page, can adopt the remaining messages.
    void adopted.then((release) => release())
  }

  const adopted = adoptMessages(who, tab, (messages) => {
    if (stopped) return
    for (const { who: _who, tab: _tab, problem, ...pending } of messages) {
      add({ ...pending, state: problem === undefined ? { is: 'queued' } : { is: 'refused', problem } })
    }
  })
  return { post, postNote, again, discard, leaveOut, wake, forget: () => dropMessages(who), stop }
}
