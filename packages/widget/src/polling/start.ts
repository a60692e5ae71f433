import type { ServerFrame, VisitorFrame } from '@deskbell/protocol/widget/frames'

type Answer = { first: number; at?: string; frames: ServerFrame[] }
interface Options {
  session: string
  post: (body: object, signal: AbortSignal) => Promise<Answer>
  hello: () => VisitorFrame
  onFrame: (frame: ServerFrame) => void
  onEnd: () => void
}

const WAIT = 25_000

export const start = () => openPolling
export type Polling = ReturnType<typeof openPolling>

/** Carries the same frames without a socket. A pending poll is aborted as soon as there is a frame to send. */
export function openPolling({ session, post, hello, onFrame, onEnd }: Options) {
  let going = true
  let after = 0
  /** The server process that has the session. */
  let at: string | undefined
  let saying: VisitorFrame[] = [hello()]
  let waiting: AbortController | undefined

  const turn = async (): Promise<void> => {
    const frames = saying.slice(0, 50)
    const abort = new AbortController()
    const wait = frames.length > 0 ? 0 : WAIT
    if (wait > 0) waiting = abort
    const timer = setTimeout(() => abort.abort(), wait + 10_000)
    try {
      const answer = await post({ session, after, wait, at, frames }, abort.signal)
      saying = saying.slice(frames.length)
      at = answer.at
      answer.frames.forEach((frame, i) => {
        if (answer.first + i <= after || !going) return
        after = answer.first + i
        onFrame(frame)
      })
    } catch (error) {
      // The poll was aborted to send a frame; undelivered frames come again, because `after` did not grow.
      if (!(wait > 0 && waiting === undefined)) throw error
    } finally {
      clearTimeout(timer)
      waiting = undefined
    }
  }
  const loop = async (): Promise<void> => {
    try {
      while (going) await turn()
    } catch {
      if (going) onEnd()
      going = false
    }
  }
  void loop()
  return {
    send: (frame: VisitorFrame): void => {
      saying.push(frame)
      const given = waiting
      waiting = undefined
      given?.abort()
    },
    stop: (): void => {
      going = false
      waiting?.abort()
    },
  }
}
