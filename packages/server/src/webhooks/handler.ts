import { parseRetryAfter } from '@deskbell/protocol/webhook/schedule'
import { profilesIn, type Social } from '@deskbell/protocol/webhook/social'
import type { CrmField } from '@deskbell/rules'
import type { Commit } from '../conversation/commit/commit.ts'
import { conversationKey } from '../conversation/commit/draft.ts'
import { CommitRefused } from '../conversation/commit/input.ts'
import type { Settle } from '../conversation/commit/settle.ts'
import type { LeasedDelivery, Settlement } from '../deliveries/delivery.ts'
import { hiding, signingSecrets } from '../deliveries/http/hide.ts'
import type { Attempted, Handler } from '../deliveries/handler.ts'
import { withoutRequest } from '../deliveries/record.ts'
import type { Directory } from '../settings/directory.ts'
import type { Clock } from '../platform/clock.ts'
import { isRequested, isTest } from './requested.ts'
import type { Bodies } from './finish.ts'
import type { Health } from './health.ts'
import { eventId, type PostEvent } from './post.ts'
import type { Recent } from './recent.ts'
import { readAnswer } from './replies.ts'
import { reason as say, REASONS } from '@deskbell/protocol/agent/reasons'

export interface WebhookHandlerServices {
  readonly clock: Clock
  readonly directory: Directory
  readonly commit: Commit
  readonly post: PostEvent
  readonly bodies: Bodies
  readonly recent: Recent
  readonly health: Health
  readonly settle: Settle
}

/** Deliveries to webhooks (C3): sends the event, reads the answer, and commits the result. */
export function webhookHandler({
  clock,
  directory,
  commit,
  post,
  bodies,
  recent,
  health,
  settle,
}: WebhookHandlerServices): Handler {
  return {
    async attempt(delivery, number, timeout) {
      const { account } = delivery
      const webhook = directory.webhook(account, delivery.webhook ?? 0)
      const never = (why: string): Attempted => withoutRequest(undefined, { number, at: clock.now(), reason: why })
      if (!webhook) return never(REASONS.webhook_removed)
      if (webhook.url === null) return never(REASONS.webhook_no_address)
      if (webhook.state === 'disabled' && !isRequested(delivery)) return never(REASONS.webhook_disabled)
      const event = delivery.event ?? 0
      const body = recent.body(account, event) ?? (await bodies(account, event))
      if (body === undefined) return never(REASONS.event_deleted)
      const id = eventId(account, event)
      const { answer, record } = await post({ ...webhook, url: webhook.url }, body, id, timeout)
      // The body is stored once, in the event, for all attempts and webhooks.
      const kept = { ...record, request: { ...record.request, body: '' }, number }
      const { failed, worked, gone } = isTest(delivery) ? UNTRACKED : health
      const once = isTest(delivery) ? ({ next: 'none' } as const) : {}
      if (answer.kind === 'failed') {
        failed(account, webhook.id, answer.detail)
        return { ...attempted({ ...kept, outcome: 'retry', reason: answer.detail }, undefined), ...once }
      }
      const { status } = answer
      if (status >= 200 && status <= 299) {
        worked(account, webhook.id)
        const done = { ...kept, outcome: 'ok', reason: null } as const
        return answer.cut ? { ...attempted(done, undefined), diagnosis: CUT } : attempted(done, answer.body)
      }
      const reason = say('answered', { status })
      if (status === 410) {
        gone(account, webhook.id)
        return attempted({ ...kept, outcome: 'final', reason }, undefined)
      }
      failed(account, webhook.id, reason)
      const header = answer.headers['retry-after']
      const retryAfter = parseRetryAfter(typeof header === 'string' ? header : undefined, clock.now())
      return { ...attempted({ ...kept, outcome: 'retry', reason }, undefined, retryAfter), ...once }
    },

    async conclude(delivery, made, settlement) {
      const body = made?.result as Buffer | undefined
      const { name = '', secrets = [] } = directory.webhook(delivery.account, delivery.webhook ?? 0) ?? {}
      const said = body && readAnswer(delivery, name, body, made?.record.number ?? 1)
      const hide = hiding(signingSecrets(secrets))
      const noted = said?.note === undefined ? settlement : { ...settlement, diagnosis: hide.text(said.note) }
      const { account, chat } = delivery
      const command = said?.command
      if (!command || chat === null || isTest(delivery)) return end(delivery, noted)
      try {
        await commit({
          account,
          target: { chat },
          command,
          visitor: { ...command.profile, ...socialOf(command.fields), by: 'crm' },
          settles: noted,
        })
      } catch (error) {
        // The chat was closed meanwhile, or has a newer answer. The event is delivered in any case.
        if (!(error instanceof CommitRefused) || error.code === 'lease_lost') throw error
        const diagnosis =
          error.code === 'too_late' ? 'The chat has a newer answer' : 'The chat was closed before this answer came'
        await end(delivery, { ...noted, diagnosis })
      }
    },
  }

  async function end(delivery: LeasedDelivery, settlement: Settlement): Promise<void> {
    const { account, channel, recipient } = delivery
    // A delivery that an admin requested has a lane of its own, which no later delivery joins.
    const isAlone = isRequested(delivery) || channel === null || recipient === null
    const lock = isAlone ? null : conversationKey(account, channel, recipient)
    if (!(await settle({ settlement, lock }))) throw new CommitRefused('lease_lost')
  }

  function attempted(record: Attempted['record'], answer: Buffer | undefined, retryAfter?: number): Attempted {
    return { record, diagnosis: null, ...(retryAfter !== undefined && { retryAfter }), result: answer }
  }
}

/** Profiles in social networks that the fields of a card link to (C8). */
function socialOf(fields: readonly CrmField[]): { social?: Social } {
  const social = profilesIn(fields.flatMap(({ link, content }) => [link, content]))
  return Object.keys(social).length > 0 ? { social } : {}
}

const CUT = 'The answer is larger than 256 KiB, so nothing of it was read'

/** Example events do not change the health of a webhook. */
const UNTRACKED: Pick<Health, 'failed' | 'worked' | 'gone'> = { failed() {}, worked() {}, gone() {} }
