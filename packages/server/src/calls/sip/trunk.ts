import { Worker } from 'node:worker_threads'
import type { FromTrunk, ToTrunk, TrunkSettings } from './thread-messages.ts'

/** The last messages of a trunk that is closed are sent within this time (ms). */
const CLOSE_WITHIN = 1000

/** A trunk in a thread of its own. */
export interface Trunk {
  send(message: Exclude<ToTrunk, { t: 'close' }>): void
  close(): Promise<void>
}

/**
 * Connects to a trunk. `onMessage` is told everything that happens; a thread that dies tells `lost`. A trunk that is lost is opened
 * anew by the caller.
 */
export function openTrunk(settings: TrunkSettings, onMessage: (message: FromTrunk) => void): Trunk {
  const thread = new Worker(new URL('trunk-thread.ts', import.meta.url), { workerData: settings })
  let isClosed = false
  thread.on('message', (message: FromTrunk) => {
    if (!isClosed || message.t === 'ended') onMessage(message)
  })
  thread.on('error', ({ message }) => {
    if (!isClosed) onMessage({ t: 'lost', why: message })
  })
  const ended = new Promise<void>((resolve) => thread.once('exit', () => resolve()))
  return {
    send: (message) => thread.postMessage(message),
    async close() {
      isClosed = true
      thread.postMessage({ t: 'close' } satisfies ToTrunk)
      const timer = setTimeout(() => void thread.terminate(), CLOSE_WITHIN)
      await ended
      clearTimeout(timer)
    },
  }
}
