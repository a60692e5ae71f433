import { askFor, SERVER } from './asker.ts'
import { isUnavailable } from './errors.ts'

/** The maximum number of calls in one query: statements, and the locks of a transaction, are limited. */
const AT_ONCE = 200

/**
 * Combines concurrent calls into one query: calls during a query go into the next one. `carry` answers each call of its
 * batch, in order. A call that the database rejects fails alone.
 */
export function coalesce<Asked, Answer>(
  carry: (batch: readonly Asked[]) => Promise<readonly Answer[]>,
): (asked: Asked) => Promise<Answer> {
  let queue: { asked: Asked; resolve: (answer: Answer) => void; reject: (error: unknown) => void }[] = []
  let busy = false

  async function carryAll(batch: typeof queue): Promise<void> {
    try {
      const answers = await carry(batch.map(({ asked }) => asked))
      for (const [index, { resolve }] of batch.entries()) resolve(answers[index] as Answer)
    } catch (error) {
      if (batch.length > 1 && !isUnavailable(error)) for (const one of batch) await carryAll([one])
      else for (const { reject } of batch) reject(error)
    }
  }

  async function run(): Promise<void> {
    busy = true
    // Calls in the same turn of the event loop form one batch.
    await Promise.resolve()
    while (queue.length > 0) await carryAll(queue.splice(0, AT_ONCE))
    busy = false
  }

  return (asked) =>
    new Promise((resolve, reject) => {
      queue.push({ asked, resolve, reject })
      if (!busy) void askFor(SERVER, run)
    })
}
