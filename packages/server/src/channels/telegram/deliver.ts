import type { Policy } from '../../deliveries/policy.ts'
import type { AttemptRecord } from '../../deliveries/delivery.ts'
import { undelivered } from '@deskbell/protocol/channel/reply'
import type { Files } from '../../files/files.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Connector, Delivered, Outcome } from '../connector.ts'
import { cannotDeliver } from '../module.ts'
import { toFailure, type BotCall, type CallFailure, type MakeBotApi } from './bot-api.ts'
import { FileGone, toParts } from './send.ts'
import { toTelegram } from './settings.ts'
import { REASONS } from '@deskbell/protocol/agent/reasons'

/** Telegram can be unreachable for minutes, and limits how fast a bot sends. Starts after the first attempt (ms). */
const STARTS = [0, 3000, 10_000, 30_000, 120_000, 600_000]

export const POLICY: Policy = {
  next({ made, startedAt, now, retryAfter = 0 }) {
    const next = STARTS[made]
    const before = STARTS[made - 1]
    if (next === undefined || before === undefined) return undefined
    return Math.max(startedAt + next - before, now + retryAfter)
  },
  // A file of 25 MB on a slow line.
  timeout: 30_000,
  concurrency: 16,
  backlog: 2000,
}

/** What Telegram says of a visitor who cannot be reached, as agents read it. */
const FINAL: readonly (readonly [RegExp, string])[] = [
  [/blocked by the user/, 'the visitor has blocked the bot'],
  [/user is deactivated/, 'the visitor has deleted the account'],
  [/chat not found/, 'the visitor has not written to this bot'],
  [/^Unauthorized|^Not Found/, 'Telegram does not know the bot any more: replace its token'],
]

/** How many messages whose first parts were sent are remembered until their last part. */
const BEGUN_MAX = 1000

interface Needs {
  readonly clock: Clock
  readonly files: Pick<Files, 'store'>
  readonly botApi: MakeBotApi
}

/** Sends messages for visitors through the bot of the channel. */
export function makeDeliver({ clock, files, botApi }: Needs): NonNullable<Connector['deliver']> {
  /** How many parts of a message were sent in earlier attempts of this process, by the delivery's id. */
  const begun = new Map<number, number>()

  return async ({ channel, delivery, message, number }) => {
    const of = toTelegram(channel)
    if (!of) return cannotDeliver(number, REASONS.telegram_token, clock.now())
    const at = clock.now()
    let call: BotCall | undefined
    try {
      const { timeout } = POLICY
      const onCall = (made: BotCall) => (call = made)
      // The parts share the time of the attempt.
      const api = await botApi(of.token, { timeoutMs: timeout, until: at + timeout, onCall })
      const parts = toParts(message, readFile)
      for (let i = begun.get(delivery.id) ?? 0; i < parts.length; i++) {
        call = undefined
        await parts[i]!(api, delivery.recipient ?? '')
        begin(delivery.id, i + 1)
      }
      begun.delete(delivery.id)
      return delivered({ number, at, call }, { outcome: 'ok' })
    } catch (error) {
      if (error instanceof FileGone) return cannotDeliver(number, REASONS.file_gone, at)
      const failure = toFailure(error)
      if (!failure) throw error
      const result = toOutcome(failure)
      if (result.outcome === 'final') begun.delete(delivery.id)
      return { ...delivered({ number, at, call }, result), retryAfter: failure.retryAfter }
    }
  }

  function begin(id: number, parts: number): void {
    begun.set(id, parts)
    const [oldest] = begun.keys()
    if (begun.size > BEGUN_MAX && oldest !== undefined) begun.delete(oldest)
  }

  async function readFile(id: string): Promise<Buffer | undefined> {
    const opened = await files.store.open(id, 'whole')
    if (!opened) return undefined
    const chunks: Buffer[] = []
    for await (const chunk of opened.stream()) chunks.push(chunk as Buffer)
    return Buffer.concat(chunks)
  }
}

/** Telegram refuses a request for good with 400, 401, 403 and 404; all else may pass. */
function toOutcome({ code, said }: CallFailure): Outcome {
  if (code === null || code === 429 || code >= 500) return { outcome: 'retry', reason: said }
  const [, text = said] = FINAL.find(([words]) => words.test(said)) ?? []
  return { outcome: 'final', code: String(code), text: undelivered(text) }
}

function delivered(
  { number, at, call }: { readonly number: number; readonly at: number; readonly call: BotCall | undefined },
  result: Outcome,
): Delivered {
  const record: AttemptRecord = {
    number,
    at,
    ms: call?.ms ?? 0,
    outcome: result.outcome,
    status: call?.answer?.status ?? null,
    reason: result.outcome === 'ok' ? null : result.outcome === 'final' ? result.text : result.reason,
    request: { url: call?.url ?? '', headers: {}, body: call?.body ?? '' },
    response: call?.answer ? { headers: {}, body: call.answer.body } : null,
  }
  return { record, diagnosis: null, result }
}
