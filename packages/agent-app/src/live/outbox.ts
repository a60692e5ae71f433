import { ApiError, ask, saying } from '../api/client.ts'
import { upload } from '../api/upload.ts'
import { chance, newKey, now } from '../world.ts'
import type { Letter } from './letters.ts'
import { adoptLetters, dropLetter, dropLetters, keepLetter } from './outbox-store.ts'
import { pace } from './pace.ts'
import type { Live } from './state.ts'

export type Outbox = {
  /** Shows the message at once and sends it in its turn. */
  post: (chat: number, text: string, file?: File | null) => void
  /** Retries a refused message. */
  again: (letter: Letter) => void
  /**
   * Withdraws a message: aborts its upload and removes it. Returns its text, which the caller puts back into the
   * composer.
   */
  discard: (letter: Letter) => void
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

  const lettersOf = (chat: number) => live.letters.get(chat) ?? []
  const change = (letter: Letter, state: Letter['state'] | null): void => {
    const rest = lettersOf(letter.chat).flatMap((one) =>
      one.key !== letter.key ? [one] : state ? [{ ...one, state }] : [],
    )
    if (rest.length) live.letters.set(letter.chat, rest)
    else live.letters.delete(letter.chat)
  }
  /** Removes messages whose entry is on the screen or, if the chat is not loaded, those that the server has stored. */
  const settle = (chat: number): void => {
    const last = live.threads.get(chat)?.thread?.last ?? Infinity
    for (const letter of lettersOf(chat)) if (letter.state.is === 'sent' && letter.state.n <= last) change(letter, null)
  }

  const send = (letter: Letter, signal: AbortSignal): Promise<{ n: number }> => {
    const path = `/api/chats/${letter.chat}`
    const { key, file, text } = letter
    if (!file) return ask('POST', `${path}/messages`, { body: { text }, key, signal })
    const form = new FormData()
    // Fields come before the file, so that the server has them when the file begins.
    if (text !== '') form.append('text', text)
    form.append('file', new File([file.blob], file.name, { type: file.type }))
    const onProgress = (progress: number) => change(letter, { is: 'sending', progress })
    return upload({ path: `${path}/files`, form, key, onProgress, signal })
  }

  const next = async (chat: number): Promise<void> => {
    if (stopped || busy.has(chat)) return
    clearTimeout(timers.get(chat))
    settle(chat)
    const letter = lettersOf(chat).find((one) => one.state.is === 'queued')
    if (!letter) return
    const controller = new AbortController()
    busy.set(chat, controller)
    change(letter, { is: 'sending', progress: 0 })
    try {
      const { n } = await send(letter, controller.signal)
      failures.delete(chat)
      change(letter, { is: 'sent', n })
      await dropLetter(letter.key)
    } catch (error) {
      if (controller.signal.aborted) {
        change(letter, null)
      } else if (error instanceof ApiError && (error.mayPass || error.status === 401)) {
        const tries = (failures.get(chat) ?? 0) + 1
        failures.set(chat, tries)
        change(letter, { is: 'queued' })
        timers.set(
          chat,
          setTimeout(() => void next(chat), error.retryAfter ?? 500 + pace(tries, chance())),
        )
        return
      } else {
        const state: Letter['state'] = { is: 'refused', problem: saying(error) }
        change(letter, state)
        // Stored as refused: the agent decides about a retry. Once stopped, another window owns the message.
        if (!stopped) keep({ ...letter, state })
      }
    } finally {
      busy.delete(chat)
    }
    await next(chat)
  }

  const keep = ({ state, ...letter }: Letter): void =>
    void keepLetter({ ...letter, who, tab, ...(state.is === 'refused' && { problem: state.problem }) })

  const add = (letter: Letter): void => {
    live.letters.set(letter.chat, [...lettersOf(letter.chat), letter])
    void next(letter.chat)
  }

  const post = (chat: number, text: string, file: File | null = null): void => {
    const after = live.threads.get(chat)?.thread?.last ?? live.chats.get(chat)?.last ?? 0
    const letter: Letter = {
      key: newKey(),
      chat,
      at: now(),
      text,
      after,
      file: file && { blob: file, name: file.name, type: file.type },
      state: { is: 'queued' },
    }
    keep(letter)
    add(letter)
  }

  const again = (letter: Letter): void => {
    const state: Letter['state'] = { is: 'queued' }
    keep({ ...letter, state })
    change(letter, state)
    void next(letter.chat)
  }

  const discard = (letter: Letter): void => {
    void dropLetter(letter.key)
    if (letter.state.is === 'sending') busy.get(letter.chat)?.abort(new DOMException('discarded', 'AbortError'))
    change(letter, null)
  }

  const wake = (): void => {
    const chats = new Set([...live.letters.keys()])
    for (const chat of chats) void next(chat)
  }

  const stop = (): void => {
    stopped = true
    for (const timer of timers.values()) clearTimeout(timer)
    // The agent who signs in next, even in this page, can adopt the remaining messages.
    void adopted.then(({ release }) => release())
  }

  const adopted = adoptLetters(who, tab)
  void adopted.then(({ letters }) => {
    for (const { who: _who, tab: _tab, problem, ...letter } of letters) {
      add({ ...letter, state: problem === undefined ? { is: 'queued' } : { is: 'refused', problem } })
    }
  })
  return { post, again, discard, wake, forget: () => dropLetters(who), stop }
}
