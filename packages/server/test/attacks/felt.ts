/** The figures of the good load so far, in its own process. */

export interface Sample {
  kind: 'socket' | 'channel' | 'answer' | 'page'
  /** When it was sent, by the clock of the process that sent it (ms). */
  at: number
  /** From sending to the acknowledgement, and to the agent's socket (ms). */
  acked: number
  heard?: number
}

export interface Cut {
  samples: Sample[]
  /** Requests that were refused or not answered in time. */
  lost: string[]
  /** How often a socket of an agent or of a visitor was closed since the beginning. */
  agentsClosed: number
  visitorsClosed: number
}

/** An answer that has not come after this time is lost (ms). */
export const LATE = 10_000

interface Waiting {
  sample: Sample
  what: string
  acked: boolean
  heard: boolean
}

let samples: Sample[] = []
let lost: string[] = []
const closed = { agents: 0, visitors: 0 }
const waiting = new Map<string, Waiting>()
export function countClosed(whose: 'agents' | 'visitors'): void {
  closed[whose]++
}

export function begin(kind: Sample['kind'], name: string, isHeard: boolean): void {
  const sample: Sample = { kind, at: performance.now(), acked: LATE, ...(isHeard && { heard: LATE }) }
  waiting.set(name, { sample, what: `${kind} ${name}`, acked: false, heard: !isHeard })
}

export function note(name: string, what: 'acked' | 'heard'): void {
  const one = waiting.get(name)
  if (!one || one[what]) return
  one[what] = true
  one.sample[what] = performance.now() - one.sample.at
  if (one.acked && one.heard) settle(name, one)
}

function settle(name: string, one: Waiting): void {
  waiting.delete(name)
  samples.push(one.sample)
}

export function lose(name: string, why: string): void {
  const one = waiting.get(name)
  if (!one) return
  lost.push(`${one.what}: ${why}`)
  settle(name, one)
}

setInterval(() => {
  for (const [name, one] of waiting) if (performance.now() - one.sample.at > LATE) lose(name, 'no answer')
}, 250)

/** Everything sent before now has its answer, or is late. */
export async function cut(): Promise<Cut> {
  const mine = [...waiting.keys()]
  while (mine.some((name) => waiting.has(name))) await new Promise((resolve) => setTimeout(resolve, 20))
  const result = { samples, lost, agentsClosed: closed.agents, visitorsClosed: closed.visitors }
  samples = []
  lost = []
  return result
}
