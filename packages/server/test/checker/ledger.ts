import { readFileSync } from 'node:fs'
import { open } from 'node:fs/promises'

/** `fail`: certainly not stored. `unknown`: it may have been stored. */
export type Verdict = 'ok' | 'fail' | 'unknown'

/** A message that a writer is about to send. */
export interface Sending {
  /** Unique; with `keyed` also the key under which the same message may be sent again. */
  id: string
  by: 'customer' | 'agent'
  customer: string
  text: string
  keyed: boolean
}

export interface AnswerRecord {
  id: string
  verdict: Verdict
  status: number
  answer: string
}

type Line = { at: number } & ({ sends: Sending } | { answered: AnswerRecord })

export interface Message extends Sending {
  /** All answers, in the order in which they arrived. */
  results: AnswerRecord[]
  verdict: Verdict
}

/**
 * The messages and their answers. Each message is on disk before it is sent, and each answer when it has arrived: the
 * judge reads only this file. Concurrent writes share one flush.
 */
export async function openLedger(file: string) {
  const handle = await open(file, 'a')
  let waiting: { text: string; written: () => void; failed: (error: unknown) => void }[] = []
  let flushing: Promise<void> | undefined

  async function flush(): Promise<void> {
    while (waiting.length > 0) {
      const lines = waiting
      waiting = []
      try {
        await handle.appendFile(lines.map(({ text }) => text).join(''))
        await handle.datasync()
        for (const { written } of lines) written()
      } catch (error) {
        for (const { failed } of lines) failed(error)
      }
    }
    flushing = undefined
  }
  const write = (line: Line): Promise<void> =>
    new Promise((written, failed) => {
      waiting.push({ text: `${JSON.stringify(line)}\n`, written, failed })
      flushing ??= flush()
    })

  return {
    sends: (sending: Sending) => write({ at: Date.now(), sends: sending }),
    answered: (results: AnswerRecord) => write({ at: Date.now(), answered: results }),
    async close() {
      await flushing
      await handle.close()
    },
  }
}

export type Ledger = Awaited<ReturnType<typeof openLedger>>

/** Every message of the ledger, in the order in which they were first sent. */
export function readLedger(file: string): Message[] {
  const messages = new Map<string, Message & { attempts: number }>()
  for (const text of readFileSync(file, 'utf8').split('\n')) {
    if (!text) continue
    const line = JSON.parse(text) as Line
    if ('sends' in line) {
      const known = messages.get(line.sends.id)
      if (known) known.attempts++
      else messages.set(line.sends.id, { ...line.sends, results: [], verdict: 'unknown', attempts: 1 })
    } else messages.get(line.answered.id)?.results.push(line.answered)
  }
  return [...messages.values()].map(({ attempts, ...message }) => ({
    ...message,
    verdict: verdictOf(message, attempts),
  }))
}

/** `ok` when one attempt was acknowledged; `fail` when each attempt certainly failed. */
function verdictOf({ results }: Pick<Message, 'results'>, attempts: number): Verdict {
  if (results.some(({ verdict }) => verdict === 'ok')) return 'ok'
  return results.length === attempts && results.every(({ verdict }) => verdict === 'fail') ? 'fail' : 'unknown'
}
