import type { AttemptRecord } from '../deliveries/delivery.ts'
import { hiding, signingSecrets } from '../deliveries/http/hide.ts'
import { ANSWER_MAX, maskUrl, toKeptAnswer } from '../deliveries/record.ts'
import type { Answer, Sender } from '../deliveries/http/send.ts'
import { keysOf, signatureHeaders } from '../deliveries/http/sign.ts'
import type { WebhookRecord } from '../settings/directory.ts'
import type { Clock } from '../platform/clock.ts'

export interface Posted {
  readonly answer: Answer
  readonly record: Omit<AttemptRecord, 'number' | 'outcome' | 'reason'>
}

/** Posts an event to a webhook: signed by Standard Webhooks (C20), one request, no redirect followed. */
export interface PostEvent {
  (webhook: WebhookRecord & { url: string }, body: string, id: string, timeoutMs: number): Promise<Posted>
}

export function makePostEvent({ sender, clock }: { sender: Sender; clock: Clock }): PostEvent {
  return async (webhook, body, id, timeoutMs) => {
    const at = clock.now()
    const bytes = Buffer.from(body)
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      ...signatureHeaders({ id, now: at, body: bytes, keys: keysOf(webhook.secrets) }),
    }
    const answer = await sender.send({
      method: 'POST',
      url: webhook.url,
      purpose: 'webhook',
      headers,
      body: bytes,
      timeoutMs,
      maxBytes: ANSWER_MAX,
      cutAnswer: true,
    })
    const hide = hiding(signingSecrets(webhook.secrets))
    return {
      answer,
      record: {
        at,
        ms: Math.round(answer.ms),
        status: answer.kind === 'answered' ? answer.status : null,
        request: { url: maskUrl(webhook.url), headers, body },
        response: answer.kind === 'answered' ? toKeptAnswer(answer, hide) : null,
      },
    }
  }
}

/** `webhook-id` of an event: the same for every webhook and attempt, so that receivers can detect repetitions. */
export const eventId = (account: number, n: number): string => `evt_${account}_${n}`
