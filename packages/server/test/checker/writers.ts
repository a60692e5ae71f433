import { setTimeout as pause } from 'node:timers/promises'
import { ANN, tokenOf } from '../test-server.ts'
import { REFUSED, STUMBLES } from './integrator.ts'
import type { Ledger, Sending, Verdict } from './ledger.ts'
import type { Random } from './random.ts'
import type { ServerProcess } from './server-process.ts'

/** Longer than the server may take (R4), in milliseconds. */
const DEADLINE = 10_000
/** Between two messages of one writer, in milliseconds. */
const PAUSE_MOST = 40

/**
 * How a customer's integrator sends. plain: no key, each message once. keyed: with a key, repeated until it is
 * answered. eager: the same, with several concurrent requests each time. repeating: no key, always the same
 * `message.id`, and few texts, so that a missing message shows only in the count.
 */
export const HABITS = ['plain', 'keyed', 'eager', 'repeating'] as const
export type Habit = (typeof HABITS)[number]

interface Request {
  url: string
  body: string
  headers: Record<string, string>
}

export interface Writers {
  ledger: Ledger
  server: ServerProcess
  random: Random
  stopping: AbortSignal
  /** The address of the customers' channel, when it is not the server's first one. */
  channelUrl?: string
  /** Between two messages of one writer, at most (ms). Default: 40. */
  pauseMost?: number
  /** Called for each acknowledged message. */
  onOk?: () => void
}

/** Writes as a customer, one message after the other, until it is stopped. */
export async function writeAsCustomer(writers: Writers, customer: string, habit: Habit): Promise<void> {
  for (let k = 1; !writers.stopping.aborted; k++) {
    await sendAsCustomer(writers, customer, habit, k)
    await breathe(writers)
  }
}

export async function sendAsCustomer(
  writers: Writers,
  customer: string,
  habit: Habit,
  k: number,
  original = `message ${k} of ${customer} ✓ 🛎`,
): Promise<boolean> {
  const text = habit === 'repeating' ? ['ok', 'yes', 'thanks'][k % 3]! : original
  const sending: Sending = {
    id: `${customer} ${k}`,
    by: 'customer',
    customer,
    text,
    keyed: habit === 'keyed' || habit === 'eager',
  }
  const message = { type: 'text', text, ...(habit === 'repeating' && { id: 'always the same' }) }
  const request: Request = {
    url: writers.channelUrl ?? writers.server.channelUrl,
    body: JSON.stringify({ sender: { id: customer, name: `Customer ${customer}` }, message }),
    headers: { 'content-type': 'application/json', ...(sending.keyed && { 'idempotency-key': sending.id }) },
  }
  return send(writers, sending, request, habit === 'eager' ? 3 : 1)
}

/**
 * Answers in Ann's chat until it is stopped: the integrator refuses every tenth message, and fails once for another tenth of the
 * first hundred, later for every hundredth. Each failure holds the chat for five seconds: a long run would never get to its end.
 */
export async function writeAsAgent(writers: Writers, chat: number, customer: string): Promise<void> {
  for (let k = 1; !writers.stopping.aborted; k++) {
    const wish = k % 10 === 3 ? `, ${REFUSED}` : k % (k < 100 ? 10 : 100) === 7 ? `, ${STUMBLES}` : ''
    await sendAsAgent(writers, chat, customer, `answer ${k} to ${customer}${wish}`)
    await breathe(writers)
  }
}

export async function sendAsAgent(writers: Writers, chat: number, customer: string, text: string): Promise<void> {
  const sending: Sending = { id: `agent: ${text}`, by: 'agent', customer, text, keyed: true }
  const request: Request = {
    url: `${writers.server.url}/api/chats/${chat}/messages`,
    body: JSON.stringify({ text }),
    headers: {
      authorization: `Bearer ${tokenOf(ANN)}`,
      'content-type': 'application/json',
      'idempotency-key': sending.id,
    },
  }
  await send(writers, sending, request, 1)
}

/**
 * Sends until it is answered with a key, and once without; `atOnce` requests in parallel. Resolves with whether it was
 * acknowledged.
 */
async function send(writers: Writers, sending: Sending, request: Request, atOnce: number): Promise<boolean> {
  for (;;) {
    const verdicts = await Promise.all(Array.from({ length: atOnce }, () => attempt(writers, sending, request)))
    if (!sending.keyed || !verdicts.includes('unknown') || writers.stopping.aborted) return verdicts.includes('ok')
    await writers.server.up
    await pause(20)
  }
}

async function attempt({ ledger, onOk }: Writers, sending: Sending, { url, body, headers }: Request): Promise<Verdict> {
  await ledger.sends(sending)
  let verdict: Verdict = 'unknown'
  let status = 0
  let answer = ''
  try {
    const response = await fetch(url, { method: 'POST', body, headers, signal: AbortSignal.timeout(DEADLINE) })
    status = response.status
    answer = await response.text()
    verdict = status < 300 ? 'ok' : status < 500 ? 'fail' : 'unknown'
  } catch {
    // Refused, reset, or too late: the message may have been stored.
  }
  await ledger.answered({ id: sending.id, verdict, status, answer })
  if (verdict === 'ok') onOk?.()
  return verdict
}

/** The pace of a person, so that the load leaves the machine usable for other tests. */
async function breathe({ random, server, stopping, pauseMost = PAUSE_MOST }: Writers): Promise<void> {
  await pause(random.between(1, pauseMost))
  if (!stopping.aborted) await server.up
}
