import { pace } from '../live/pace.ts'
import { chance } from '../world.ts'
import { ApiError } from './client.ts'

/** A desk that is started anew or busy is asked again this often before a person is told. */
const TRIES = 4
/** What the desk asks us to wait is waited, but a person is not left without a word for longer than this, ms. */
const LONGEST = 5000

/** Reads, and reads again when it may pass. Only for what changes nothing. Throws what the last try threw. */
export async function withDeadline<T>(read: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await read()
    } catch (error) {
      if (!(error instanceof ApiError && error.mayPass) || tries === TRIES) throw error
      const wait = Math.min(LONGEST, error.retryAfter ?? 200 + pace(tries, chance()))
      await new Promise((resolve) => setTimeout(resolve, wait))
    }
  }
}
