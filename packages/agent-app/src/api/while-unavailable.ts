import { reconnectDelay } from '../live/reconnect-delay.ts'
import { random } from '../runtime.ts'
import { ApiError } from './client.ts'

/** Attempts before the agent sees the error: the server may be restarting or busy. */
const TRIES = 4
/** The wait that the server asks for is respected up to this, so that the agent sees an error in time (ms). */
const LONGEST = 5000

/** Reads, and repeats a read that failed temporarily. Only for requests that change nothing. Throws the last error. */
export async function retryWhileUnavailable<T>(read: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await read()
    } catch (error) {
      if (!(error instanceof ApiError && error.mayPass) || tries === TRIES) throw error
      const wait = Math.min(LONGEST, error.retryAfter ?? 200 + reconnectDelay(tries, random()))
      await new Promise((resolve) => setTimeout(resolve, wait))
    }
  }
}
