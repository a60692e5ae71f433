import type { Clock } from '../../platform/clock.ts'
import { headOf, type SipHead } from './message.ts'

/** RFC 3261 17.1.1.1 (ms): the time of a round trip, the longest between two repeats, and how long a transaction lives. */
export const T1 = 500
export const T2 = 4000
export const LIFE = 64 * T1

/**
 * What SIP asks of a transport that loses messages, and a library for WebSockets leaves out: requests are repeated until they are
 * answered (timers A and E), final answers to an INVITE until they are acknowledged (timer G), and what was answered or acknowledged
 * before is answered again.
 */
export interface Repeats {
  /** To be called with each message that is sent. */
  sent(text: string): void
  /** Whether a message that came is new; else it has been dealt with. */
  isNew(text: string): boolean
  /** How many messages were sent again. */
  readonly again: number
  close(): void
}

export function makeRepeats({ clock, send }: { clock: Clock; send: (text: string) => void }): Repeats {
  /** What is sent again, until it is answered. By transaction. */
  const resending = new Map<string, () => void>()
  /** Answers to requests that may come again, and acknowledgements of answers that may. */
  const answers = new Map<string, string>()
  const acks = new Map<string, string>()
  const forgets = new Set<() => void>()
  let again = 0

  const nameOf = ({ branch, method }: SipHead) => `${branch} ${method === 'ACK' ? 'INVITE' : method}`
  const answerOf = (name: string) => `answer ${name}`

  function repeat(name: string, text: string, isInvite: boolean): void {
    stop(name)
    const next = (wait: number, spent: number): void => {
      if (spent + wait > LIFE) return void resending.delete(name)
      const cancel = clock.after(wait, () => {
        again++
        send(text)
        next(isInvite ? wait * 2 : Math.min(wait * 2, T2), spent + wait)
      })
      resending.set(name, cancel)
    }
    next(T1, 0)
  }

  function stop(name: string): void {
    resending.get(name)?.()
    resending.delete(name)
  }

  function keep(map: Map<string, string>, name: string, text: string): void {
    map.set(name, text)
    const forget = clock.after(LIFE, () => {
      map.delete(name)
      forgets.delete(forget)
    })
    forgets.add(forget)
  }

  /** An answer came. */
  function isNewAnswer({ status, method }: SipHead, name: string): boolean {
    if (status >= 200 || method === 'INVITE') stop(name)
    const ack = status >= 300 && method === 'INVITE' ? acks.get(name) : undefined
    if (ack === undefined) return true
    again++
    send(ack)
    return false
  }

  return {
    get again() {
      return again
    },
    sent(text) {
      const head = headOf(text)
      if (!head) return
      const name = nameOf(head)
      const { status, method } = head
      if (status === 0 && method === 'ACK') keep(acks, name, text)
      else if (status === 0) repeat(name, text, method === 'INVITE')
      // The library repeats a 2xx of an INVITE itself: it belongs to the dialog.
      else if (status >= 200 && !(method === 'INVITE' && status < 300)) {
        keep(answers, name, text)
        if (method === 'INVITE') repeat(answerOf(name), text, false)
      }
    },
    isNew(text) {
      const head = headOf(text)
      if (!head) return false
      const name = nameOf(head)
      if (head.status > 0) return isNewAnswer(head, name)
      if (head.method === 'ACK') {
        stop(answerOf(name))
        return true
      }
      const answer = answers.get(name)
      if (answer === undefined) return true
      again++
      send(answer)
      return false
    },
    close() {
      for (const cancel of [...resending.values(), ...forgets]) cancel()
      resending.clear()
      forgets.clear()
    },
  }
}
