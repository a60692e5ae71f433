import { ApiError, call, saying } from '../api/client.ts'
import { upload } from '../api/upload.ts'
import { random, newKey, now } from '../runtime.ts'
import type { PendingMessage } from './pending-messages.ts'
import { adoptMessages, dropMessage, dropMessages, keepMessage } from './outbox-store.ts'
import { reconnectDelay } from './reconnect-delay.ts'
import type { Live } from './state.ts'

export type Outbox = {
  /** Shows the message at once and sends it in its turn. */
  post: (chat: number, text: string, file?: File | null) => void
  /** Retries a refused message. */
  again: (pending: PendingMessage) => void
  /**
   * Withdraws a message: aborts its upload and removes it. Returns its text, which the caller puts back into the
   * composer.
   */
  discard: (pending: PendingMessage) => void
  /** The server is reachable again. */
  wake: () => void
  /** Removes all stored messages, at sign-out. */
  forget: () => Promise<void>
  stop: () => void
}

/**
 * Sends messages, one at a time in each chat and in order, until the server stores or refuses them. They survive a
 * reload.
 */
export function openOutbox(live: Live, who: string): Outbox {
  const tab = newKey()
  const busy = new Map<number, AbortController>()
  const timers = new Map<number, ReturnType<typeof setTimeout>>()
  const failures = new Map<number, number>()
  let stopped = false

  const lettersOf = (chat: number) => live.pending.get(chat) ?? []
  const change = (pending: PendingMessage, state: PendingMessage['state'] | null): void => {
    const rest = lettersOf(pending.chat).flatMap((one) =>
      one.key !== pending.key ? [one] : state ? [{ ...one, state }] : [],
    )
    if (rest.length) live.pending.set(pending.chat, rest)
    else live.pending.delete(pending.chat)
  }
  /** Removes messages whose entry is on the screen or, if the chat is not loaded, those that the server has stored. */
  const settle = (chat: number): void => {
    const last = live.threads.get(chat)?.thread?.last ?? Infinity
    for (const pending of lettersOf(chat))
      if (pending.state.is === 'sent' && pending.state.n <= last) change(pending, null)
  }

  const send = (pending: PendingMessage, signal: AbortSignal): Promise<{ n: number }> => {
    const { key, file, text } = pending
    const params = { chat: pending.chat }
    if (!file) return call('POST /chats/:chat/messages', { params, body: { text }, key, signal })
    const form = new FormData()
    // Fields come before the file, so that the server has them when the file begins.
    if (text !== '') form.append('text', text)
    form.append('file', new File([file.blob], file.name, { type: file.type }))
    const onProgress = (progress: number) => change(pending, { is: 'sending', progress })
    return upload('POST /chats/:chat/files', { params, form, key, onProgress, signal })
  }

  const next = async (chat: number): Promise<void> => {
    if (stopped || busy.has(chat)) return
    clearTimeout(timers.get(chat))
    settle(chat)
    const pending = lettersOf(chat).find((one) => one.state.is === 'queued')
    if (!pending) return
    const controller = new AbortController()
    busy.set(chat, controller)
    change(pending, { is: 'sending', progress: 0 })
    try {
      const { n } = await send(pending, controller.signal)
      failures.delete(chat)
      change(pending, { is: 'sent', n })
      await dropMessage(pending.key)
    } catch (error) {
      if (controller.signal.aborted) {
        change(pending, null)
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
        change(pending, state)
        // Stored as refused: the agent decides about a retry. Once stopped, another window owns the message.
        if (!stopped) keep({ ...pending, state })
      }
    } finally {
      busy.delete(chat)
    }
    await next(chat)
  }

  const keep = ({ state, ...pending }: PendingMessage): void =>
    void keepMessage({ ...pending, who, tab, ...(state.is === 'refused' && { problem: state.problem }) })

  const add = (pending: PendingMessage): void => {
    live.pending.set(pending.chat, [...lettersOf(pending.chat), pending])
    void next(pending.chat)
  }

  const post = (chat: number, text: string, file: File | null = null): void => {
    const after = live.threads.get(chat)?.thread?.last ?? live.chats.get(chat)?.last ?? 0
    const pending: PendingMessage = {
      key: newKey(),
      chat,
      at: now(),
      text,
      after,
      file: file && { blob: file, name: file.name, type: file.type },
      state: { is: 'queued' },
    }
    keep(pending)
    add(pending)
  }

  const again = (pending: PendingMessage): void => {
    const state: PendingMessage['state'] = { is: 'queued' }
    keep({ ...pending, state })
    change(pending, state)
    void next(pending.chat)
  }

  const discard = (pending: PendingMessage): void => {
    void dropMessage(pending.key)
    if (pending.state.is === 'sending') busy.get(pending.chat)?.abort(new DOMException('discarded', 'AbortError'))
    change(pending, null)
  }

  const wake = (): void => {
    const chats = new Set([...live.pending.keys()])
    for (const chat of chats) void next(chat)
  }

  const stop = (): void => {
    stopped = true
    for (const timer of timers.values()) clearTimeout(timer)
    // The agent who signs in next, even in this page, can adopt the remaining messages.
    void adopted.then(({ release }) => release())
  }

  const adopted = adoptMessages(who, tab)
  void adopted.then(({ messages }) => {
    for (const { who: _who, tab: _tab, problem, ...pending } of messages) {
      add({ ...pending, state: problem === undefined ? { is: 'queued' } : { is: 'refused', problem } })
    }
  })
  return { post, again, discard, wake, forget: () => dropMessages(who), stop }
}
