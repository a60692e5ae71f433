import type { PushSubscriptionBody } from '@deskbell/protocol/agent/alerts'
import { CommitRefused } from '../conversation/commit/input.ts'
import type { Attempted, Handler } from '../deliveries/handler.ts'
import type { Answer } from '../deliveries/http/send.ts'
import { startingAt, type Policy } from '../deliveries/policy.ts'
import { MASK, withoutRequest } from '../deliveries/record.ts'
import type { Services } from '../services.ts'
import { timesOf } from '../settings/call-times.ts'
import type { AlertKeys } from './keys.ts'
import { KEPT_FOR, makePushRequest } from './push-request.ts'
import type { EndSend } from './end-sends.ts'
import { laneOf, type PushBody } from './new-deliveries.ts'
import { toPayload, toWithdrawn, type PushPayload } from './push-payload.ts'
import { makePushReads, type PushRow } from './push-rows.ts'
import { rungAt } from './ring.ts'
import type { AlertTokens } from './token.ts'
import { reason as say, REASONS } from '@deskbell/protocol/agent/reasons'

/** An alert that was not accepted within SEEN_WITHIN has gone to the next device meanwhile; these attempts end soon after. */
export const PUSH_POLICY: Policy = {
  next: startingAt([0, 3000, 9000, 20_000, 40_000]),
  timeout: 10_000,
  concurrency: 100,
  backlog: 2000,
  concurrencyWhenFailing: 10,
  shares: true,
}

interface PushResult {
  readonly device: number | null
  /** The address of the subscription, if it has ended. */
  readonly gone: string | null
}

interface Pushing {
  readonly subscription: PushSubscriptionBody
  readonly payload: PushPayload
  readonly keptFor: number
  readonly timeoutMs: number
}

type Needs = Pick<Services, 'db' | 'clock' | 'directory' | 'sender' | 'settle'> & {
  readonly publicUrl: string
  readonly keysOf: (account: number) => Promise<AlertKeys>
  readonly tokens: AlertTokens
  readonly endSend: EndSend
  /** An alert could not be pushed and goes further at once. */
  readonly onFailed: () => void
}

/** Web push: what is shown is read when it is sent, and no delivery and no log contains it. */
export function pushHandler(needs: Needs): Handler {
  const { db, clock, directory, sender, settle, publicUrl, keysOf, tokens, endSend, onFailed } = needs
  const reads = makePushReads(db, clock.now)

  async function push(
    account: number,
    { subscription, payload, keptFor, timeoutMs }: Pushing,
  ): Promise<Answer | string> {
    const request = await makePushRequest({
      subscription,
      payload: JSON.stringify(payload),
      keys: await keysOf(account),
      topic: payload.tag,
      keptFor,
      // Push services ask for https or a mail address.
      subject: publicUrl.startsWith('https:') ? publicUrl : `mailto:desk@${new URL(publicUrl).hostname}`,
    }).catch((error: unknown) => (error instanceof Error ? error.message : String(error)))
    if (typeof request === 'string') return `the subscription is wrong: ${request}`
    return sender.send({ method: 'POST', purpose: 'push', ...request, timeoutMs, maxBytes: 4096, cutAnswer: true })
  }

  /** How long it is worth sending (ms): a call rings for seconds. */
  function worthFor(account: number, { cause, call, agent_id: agent }: PushRow, now: number): number {
    if (cause !== 'call') return KEPT_FOR
    const since = call ? rungAt(call, agent) : undefined
    return since === undefined ? 0 : since + timesOf(directory, account).ring - now
  }

  return {
    async skip({ account, body }) {
      const { alert, rings, withdraws } = body as unknown as PushBody
      if (withdraws || !(await reads.isOver({ account, alert }))) return undefined
      return rings ? REASONS.ring_over : REASONS.alert_seen
    },

    async attempt({ account, body }, number, timeout): Promise<Attempted> {
      const at = clock.now()
      const { alert, withdraws } = body as unknown as PushBody
      const row = await (withdraws ? reads.readShown : reads.read)({ account, alert })
      const { device = null, subscription = null } = row ?? {}
      const never = (reason: string, gone: string | null = null) =>
        withoutRequest<PushResult>({ device, gone }, { number, at, reason })
      if (!row || !subscription) return never(REASONS.push_gone)
      const worth = withdraws ? KEPT_FOR : worthFor(account, row, at)
      if (worth <= 0) return never(REASONS.ring_over)
      const { endpoint } = subscription
      const payload = withdraws ? toWithdrawn(row) : toPayload(row, tokens.make(account, alert))
      const answer = await push(account, { subscription, payload, keptFor: worth, timeoutMs: timeout })
      if (typeof answer === 'string') return never(answer, endpoint)
      const { host } = new URL(endpoint)
      const status = answer.kind === 'answered' ? answer.status : null
      const gone = status === 404 || status === 410 ? endpoint : null
      const { outcome, reason } = judge(answer)
      // The address of a subscription is a secret of its browser.
      const request = { url: `https://${host}/${MASK}`, headers: {}, body: '' }
      const record = { number, at, ms: Math.round(answer.ms), outcome, status, reason, request, response: null }
      return {
        record,
        diagnosis: null,
        result: { device, gone } satisfies PushResult,
        retryAfter: retryAfterOf(answer),
      }
    },

    async conclude(delivery, attempted, settlement) {
      const { alert, rings, withdraws } = delivery.body as unknown as PushBody
      const { device = null, gone = null } = (attempted?.result ?? {}) as Partial<PushResult>
      const { state, reason } = settlement
      const failure = state === 'done' ? null : (reason ?? REASONS.not_sent)
      // Written first: a crash in between repeats the attempt, which the device shows once, by its tag.
      if (!withdraws) await endSend({ account: delivery.account, alert, device, failure, gone })
      if (!withdraws && (state === 'failed' || state === 'dead_letter')) onFailed()
      // A push that rings may be followed by its withdrawal.
      const lock = rings ? laneOf(alert) : null // guard N15
      if (!(await settle({ settlement, lock }))) throw new CommitRefused('lease_lost')
    },
  }
}

function judge(answer: Answer): { outcome: 'ok' | 'final' | 'retry'; reason: string | null } {
  if (answer.kind === 'failed')
    return { outcome: answer.reason === 'forbidden' ? 'final' : 'retry', reason: answer.detail }
  const { status } = answer
  if (status >= 200 && status <= 299) return { outcome: 'ok', reason: null }
  if (status === 404 || status === 410) return { outcome: 'final', reason: REASONS.push_ended }
  const mayPass = status === 429 || status === 408 || status >= 500
  return { outcome: mayPass ? 'retry' : 'final', reason: say('push_answered', { status }) }
}

function retryAfterOf(answer: Answer): number | undefined {
  const header = answer.kind === 'answered' ? answer.headers['retry-after'] : undefined
  return typeof header === 'string' && /^\d{1,5}$/.test(header) ? Number(header) * 1000 : undefined
}
