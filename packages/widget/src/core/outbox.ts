import type { ServerFrame, VisitorRequest } from '@deskbell/protocol/widget/frames'
import type { TextStorage } from './text-storage.ts'

export type Done = Extract<ServerFrame, { t: 'done' }>
export type Refused = Extract<ServerFrame, { t: 'refused' }>

/**
 * A request that the server has not settled. Its id never changes, so that the server performs it once however often it
 * is sent.
 */
export interface PendingRequest {
  frame: VisitorRequest
  at: number
  /** The server has it; a message waits here until its entry arrives. */
  done?: true
  /** Why the server refused it. It is sent again when the visitor retries. */
  failed?: Refused['code']
}

interface Waiting {
  resolve: (done: Done) => void
  reject: (refused: Refused) => void
}

interface Options {
  /** Where all tabs of the visitor keep their requests. */
  local: TextStorage
  /** Returns whether the frame could be sent. */
  send: (frame: VisitorRequest) => boolean
  onChange: () => void
  now?: () => number
  /** Runs `act` after so many ms. */
  later?: (act: () => void, ms: number) => void
}

/** How often a temporary refusal is retried before the visitor sees it. */
const TRIES = 3

/** Requests are sent one at a time: each after the previous one was answered. */
export function openOutbox({ local, send, onChange, now = Date.now, later = setTimeout }: Options) {
  const requests = readAll(local)
  /** By id, who waits for the requests that this tab has or had. Others that are kept are of other tabs, or of closed ones. */
  const waiting = new Map<string, Waiting | undefined>(requests.map(({ frame }) => [frame.id, undefined]))
  let sent: string | undefined
  let tries = 0
  let paused = false

  const changed = (): void => {
    const others = readAll(local).filter(({ frame }) => !waiting.has(frame.id))
    const all = [...others, ...requests.filter((one) => !one.done && isPending(one))]
    local.set('outbox', all[0] && JSON.stringify(all))
    onChange()
  }
  const flush = (): void => {
    const next = requests.find((one) => !one.done && !one.failed)
    if (sent || paused || !next) return
    if (send(next.frame)) sent = next.frame.id
  }
  const remove = (id: string): void => {
    const at = requests.findIndex((one) => one.frame.id === id)
    if (at !== -1) requests.splice(at, 1)
  }

  return {
    requests: requests as readonly PendingRequest[],
    flush,
    /** Resolves when the server has it, rejects with its refusal. */
    ask: (frame: VisitorRequest): Promise<Done> =>
      new Promise((resolve, reject) => {
        waiting.set(frame.id, { resolve, reject })
        requests.push({ frame, at: now() })
        changed()
        flush()
      }),
    /** The connection was lost: an unanswered request is sent again after the next connect. */
    broke: (): void => {
      sent = undefined
    },
    answered: (answer: Done | Refused): void => {
      const { id } = answer
      const request = requests.find((one) => one.frame.id === id)
      if (id === sent) sent = undefined
      if (!id || !request) return flush()
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
        if (request.frame.t === 'message') request.done = true
        else remove(id)
        waiting.get(id)?.resolve(answer)
      } else {
        if (request.frame.t === 'message') request.failed = answer.code
        else remove(id)
        waiting.get(id)?.reject(answer)
      }
      changed()
      flush()
    },
    /** The message's entry has arrived, with or without an answer to the request. */
    settled: (id: string): void => {
      if (!requests.some((one) => one.frame.id === id)) return
      waiting.get(id)?.resolve({ t: 'done', id })
      if (sent === id) sent = undefined
      remove(id)
      changed()
      flush()
    },
    retry: (id: string): void => {
      const request = requests.find((one) => one.frame.id === id)
      if (!request?.failed) return
      delete request.failed
      changed()
      flush()
    },
  }
}
export type Outbox = ReturnType<typeof openOutbox>

/** Types of requests that are sent again after a reload. The page repeats the others itself. */
const LASTING: ReadonlySet<string> = new Set(['message', 'contact', 'offline', 'rate', 'token'])

const isPending = ({ frame }: PendingRequest) => typeof frame.id === 'string' && LASTING.has(frame.t) // guard T32

function readAll(local: TextStorage): PendingRequest[] {
  try {
    // Where nothing is kept, parsing fails, too.
    return (JSON.parse(local.get('outbox')!) as PendingRequest[]).filter(isPending)
  } catch {
    return []
  }
}
