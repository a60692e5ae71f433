import type { AlertCause, PushSubscriptionBody } from '@deskbell/protocol/agent/alerts'
import { PLACES } from '@deskbell/protocol/agent/places'
import { cutText } from '@deskbell/protocol/text'
import { CommitRefused } from '../conversation/commit/input.ts'
import type { LeasedDelivery } from '../deliveries/delivery.ts'
import type { Attempted, Handler } from '../deliveries/handler.ts'
import type { Answer } from '../deliveries/http/send.ts'
import { startingAt, type Policy } from '../deliveries/policy.ts'
import { MASK, withoutRequest } from '../deliveries/record.ts'
import type { Services } from '../services.ts'
import type { AlertKeys } from './keys.ts'
import { makePushRequest } from './push-request.ts'
import type { EndSend } from './end-sends.ts'
import { makePushReads, type PushRow } from './push-rows.ts'
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

/** Push services take 4 KB at most: so many characters of a task are shown. */
const TASK_SHOWN = 200

/** What the service worker shows. It has no text of messages; the text of a task is the agents' own. */
export interface PushPayload {
  readonly token: string
  readonly what: AlertCause
  /** The visitor, if a name is known, and their number. */
  readonly name: string | null
  readonly number: string | null
  /** The beginning of the task's text. */
  readonly text: string | null
  readonly company: string
  /** The page to open. */
  readonly path: string
  readonly tag: string
  /** The agent's; null is the browser's. */
  readonly language: string | null
}

interface PushResult {
  readonly device: number | null
  /** The address of the subscription, if it has ended. */
  readonly gone: string | null
}

type Needs = Pick<Services, 'db' | 'clock' | 'sender' | 'settle'> & {
  readonly publicUrl: string
  readonly keysOf: (account: number) => Promise<AlertKeys>
  readonly tokens: AlertTokens
  readonly endSend: EndSend
  /** An alert could not be pushed and goes further at once. */
  readonly onFailed: () => void
}

/** Web push: what is shown is read when it is sent, and no delivery and no log contains it. */
export function pushHandler(needs: Needs): Handler {
  const { db, clock, sender, settle, publicUrl, keysOf, tokens, endSend, onFailed } = needs
  const reads = makePushReads(db, clock.now)

  async function push(
    account: number,
    alert: string,
    row: PushRow & { subscription: PushSubscriptionBody },
    timeoutMs: number,
  ): Promise<Answer | string> {
    const payload = toPayload(row, tokens.make(account, alert))
    const request = await makePushRequest({
      subscription: row.subscription,
      payload: JSON.stringify(payload),
      keys: await keysOf(account),
      topic: payload.tag,
      // Push services ask for https or a mail address.
      subject: publicUrl.startsWith('https:') ? publicUrl : `mailto:desk@${new URL(publicUrl).hostname}`,
    }).catch((error: unknown) => (error instanceof Error ? error.message : String(error)))
    if (typeof request === 'string') return `the subscription is wrong: ${request}`
    return sender.send({ method: 'POST', purpose: 'push', ...request, timeoutMs, maxBytes: 4096, cutAnswer: true })
  }

  return {
    async skip({ account, body }) {
      return (await reads.isOver({ account, alert: alertOf(body) })) ? REASONS.alert_seen : undefined
    },

    async attempt({ account, body }, number, timeout): Promise<Attempted> {
      const at = clock.now()
      const row = await reads.read({ account, alert: alertOf(body) })
      const { device = null, subscription = null } = row ?? {}
      const never = (reason: string, gone: string | null = null) =>
        withoutRequest<PushResult>({ device, gone }, { number, at, reason })
      if (!row || !subscription) return never(REASONS.push_gone)
      const { endpoint } = subscription
      const answer = await push(account, alertOf(body), { ...row, subscription }, timeout)
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
      const { device = null, gone = null } = (attempted?.result ?? {}) as Partial<PushResult>
      const { state, reason } = settlement
      const failure = state === 'done' ? null : (reason ?? REASONS.not_sent)
      // Written first: a crash in between repeats the attempt, which the device shows once, by its tag.
      await endSend({ account: delivery.account, alert: alertOf(delivery.body), device, failure, gone })
      if (state === 'failed' || state === 'dead_letter') onFailed()
      if (!(await settle({ settlement, conversation: null }))) throw new CommitRefused('lease_lost')
    },
  }
}

const alertOf = (body: LeasedDelivery['body']): string => (body as { alert: string }).alert

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

function toPayload(row: PushRow, token: string): PushPayload {
  const { cause, number, text, company, language } = row
  return {
    token,
    what: cause,
    name: row.name ?? row.email ?? row.phone,
    number: number === null ? null : String(number),
    text: text === null ? null : cutText(text, TASK_SHOWN).text,
    company,
    ...placeOf(row),
    language,
  }
}

/** The page that the notification opens. A newer one of the same chat or task replaces it. */
function placeOf({ cause, chat_id: chat, entry_n: n, task_id: task, contact_id: contact }: PushRow) {
  if (task !== null) {
    return { path: contact === null ? PLACES.tasks : PLACES.task(contact, task), tag: `task-${task}` }
  }
  if (chat === null) return { path: '/me/alerts', tag: cause }
  return { path: PLACES.alert(cause, chat, n), tag: `chat-${chat}` }
}
