import type { DeskFrame, VisitorRequest } from '@deskbell/protocol/widget/frames'

export type Done = Extract<DeskFrame, { t: 'done' }>
export type Refused = Extract<DeskFrame, { t: 'refused' }>

/** A request on its way: it keeps its id for ever, so that the desk does it once however often it is sent. */
export interface Letter {
  frame: VisitorRequest
  at: number
  /** The desk has it; a message still waits here for the entry that it became. */
  done?: true
  /** Why the desk did not take it. It is sent again when the visitor says so. */
  failed?: Refused['code']
}

interface Options {
  kept: string | undefined
  keep: (letters: readonly Letter[]) => void
  /** Says whether it could be sent. */
  send: (frame: VisitorRequest) => boolean
  onChange: () => void
  now?: () => number
  /** Does it after so many ms. */
  later?: (act: () => void, ms: number) => void
}

/** Refusals that pass by themselves are tried so often before the visitor is told. */
const TRIES = 3

/** One after the other: a letter goes out when the one before it has been answered. */
export function openOutbox({ kept, keep, send, onChange, now = Date.now, later = setTimeout }: Options) {
  const letters = toLetters(kept)
  const waiting = new Map<string, { resolve: (done: Done) => void; reject: (refused: Refused) => void }>()
  let sent: string | undefined
  let tries = 0
  let paused = false

  const changed = (): void => {
    keep(letters.filter((one) => !one.done && LASTING.has(one.frame.t)))
    onChange()
  }
  const flush = (): void => {
    const next = letters.find((one) => !one.done && !one.failed)
    if (sent || paused || !next) return
    if (send(next.frame)) sent = next.frame.id
  }
  const remove = (id: string): void => {
    const at = letters.findIndex((one) => one.frame.id === id)
    if (at !== -1) letters.splice(at, 1)
  }

  return {
    letters: letters as readonly Letter[],
    flush,
    /** Resolves when the desk has it, rejects with its refusal. */
    ask: (frame: VisitorRequest): Promise<Done> =>
      new Promise((resolve, reject) => {
        waiting.set(frame.id, { resolve, reject })
        letters.push({ frame, at: now() })
        changed()
        flush()
      }),
    /** The line broke: what was not answered is sent again when it is back. */
    broke: (): void => {
      sent = undefined
    },
    answered: (answer: Done | Refused): void => {
      const { id } = answer
      const letter = letters.find((one) => one.frame.id === id)
      if (id === sent) sent = undefined
      if (!id || !letter) return flush()
      const passes = answer.t === 'refused' && (answer.code === 'rate_limited' || answer.code === 'unavailable')
      if (passes && ++tries < TRIES) {
        paused = true
        later(
          () => {
            paused = false
            flush()
          },
          (answer.retryAfter ?? 2) * 1000,
        )
        return
      }
      tries = 0
      if (answer.t === 'done') {
        if (letter.frame.t === 'message') letter.done = true
        else remove(id)
        waiting.get(id)?.resolve(answer)
      } else {
        if (letter.frame.t === 'message') letter.failed = answer.code
        else remove(id)
        waiting.get(id)?.reject(answer)
      }
      waiting.delete(id)
      changed()
      flush()
    },
    /** The entry that the message became is there, whether its answer came or not. */
    settled: (id: string): void => {
      if (!letters.some((one) => one.frame.id === id)) return
      waiting.get(id)?.resolve({ t: 'done', id })
      waiting.delete(id)
      if (sent === id) sent = undefined
      remove(id)
      changed()
      flush()
    },
    retry: (id: string): void => {
      const letter = letters.find((one) => one.frame.id === id)
      if (!letter?.failed) return
      delete letter.failed
      changed()
      flush()
    },
  }
}
export type Outbox = ReturnType<typeof openOutbox>

/** What is sent after a reload. The page says the others again, or asks again. */
const LASTING: ReadonlySet<string> = new Set(['message', 'contact', 'offline', 'rate', 'token'])

function toLetters(kept: string | undefined): Letter[] {
  try {
    const letters = JSON.parse(kept ?? '[]') as Letter[]
    return letters.filter(({ frame }) => LASTING.has(frame.t) && typeof frame.id === 'string')
  } catch {
    return []
  }
}
