import { readFileSync } from 'node:fs'
import { open } from 'node:fs/promises'

/** `fail`: certainly not stored. `unknown`: nobody can say. */
export type Verdict = 'ok' | 'fail' | 'unknown'

/** What somebody is about to send. */
export interface Sending {
  /** Unique; with `keyed` also the key under which the same message may be sent again. */
  id: string
  by: 'customer' | 'agent'
  customer: string
  text: string
  keyed: boolean
}

export interface Heard {
  id: string
  verdict: Verdict
  status: number
  answer: string
}

type Line = { at: number } & ({ sends: Sending } | { hears: Heard })

export interface Message extends Sending {
  /** Everything that was answered, in the order in which it was heard. */
  heard: Heard[]
  verdict: Verdict
}

/**
 * What was sent and what was heard, on disk before it is sent and when it was heard: whoever judges believes this file
 * and nobody's memory. Lines that come together share one flush.
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
    hears: (heard: Heard) => write({ at: Date.now(), hears: heard }),
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
      else messages.set(line.sends.id, { ...line.sends, heard: [], verdict: 'unknown', attempts: 1 })
    } else messages.get(line.hears.id)?.heard.push(line.hears)
  }
  return [...messages.values()].map(({ attempts, ...message }) => ({
    ...message,
    verdict: verdictOf(message, attempts),
  }))
}

/** One ok is enough; a message has failed when each time it was sent it certainly failed. */
function verdictOf({ heard }: Pick<Message, 'heard'>, attempts: number): Verdict {
  if (heard.some(({ verdict }) => verdict === 'ok')) return 'ok'
  return heard.length === attempts && heard.every(({ verdict }) => verdict === 'fail') ? 'fail' : 'unknown'
}
