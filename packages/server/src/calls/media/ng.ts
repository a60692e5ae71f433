import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import type { Ids } from '../../platform/ids.ts'

/**
 * An attempt is answered within this time (ms), or the engine is asked again with the same cookie, so often: a machine that is busy for
 * some seconds ends no call.
 */
const ATTEMPT = 400
const ATTEMPTS = 15

/** rtpengine refused a command, or does not answer. */
export class EngineFailed extends Error {
  override readonly name = 'EngineFailed'
}

/** What the engine answers: its `result` is no error. */
export interface EngineAnswer {
  readonly result: string
  readonly sdp?: string
  readonly [field: string]: unknown
}

/** The control protocol of rtpengine ("ng"), as JSON over UDP. */
export interface Ng {
  /** Rejects with EngineFailed. The engine performs a command once, however often it is asked with the same cookie. */
  ask(command: string, body?: object): Promise<EngineAnswer>
  close(): void
}

export async function connectNg({ port, ids }: { port: number; ids: Ids }): Promise<Ng> {
  const waiting = new Map<string, (answer: EngineAnswer) => void>()
  const socket = createSocket('udp4')
  socket.on('message', (bytes, from) => {
    if (from.port !== port) return
    const text = bytes.toString()
    const space = text.indexOf(' ')
    waiting.get(text.slice(0, space))?.(parse(text.slice(space + 1)))
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  // The engine is not there: no answer comes, which the attempts tell.
  socket.on('error', () => {})
  let isClosed = false

  /** Undefined: no answer in time. */
  const attempt = (cookie: string, message: string) =>
    new Promise<EngineAnswer | undefined>((resolve) => {
      const timer = setTimeout(() => resolve(undefined), ATTEMPT)
      waiting.set(cookie, (answer) => {
        clearTimeout(timer)
        resolve(answer)
      })
      socket.send(message, port, '127.0.0.1')
    })

  return {
    async ask(command, body = {}) {
      const cookie = ids.letters(16)
      const message = `${cookie} ${JSON.stringify({ ...body, command })}`
      try {
        for (let n = 0; n < ATTEMPTS && !isClosed; n++) {
          const answer = await attempt(cookie, message)
          if (!answer) continue
          if (answer.result !== 'error') return answer
          throw new EngineFailed(`rtpengine ${command}: ${String(answer['error-reason'])}`)
        }
        throw new EngineFailed(`rtpengine ${command}: no answer`)
      } finally {
        waiting.delete(cookie)
      }
    },
    close() {
      isClosed = true
      socket.close()
    },
  }
}

function parse(text: string): EngineAnswer {
  try {
    return JSON.parse(text) as EngineAnswer
  } catch {
    return { result: 'error', 'error-reason': `an answer that is no JSON: ${text.slice(0, 100)}` }
  }
}
