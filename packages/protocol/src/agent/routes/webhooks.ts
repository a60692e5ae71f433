import { Delivery } from '../channel.ts'
import {
  NewWebhook,
  Replayed,
  ReplayRange,
  StreamToken,
  Webhook,
  WebhookChange,
  WebhookList,
  WebhookTest,
} from '../webhook.ts'
import { WebhookPath } from './paths.ts'
import { route } from './route.ts'

const tag = 'Webhooks'

/** The receivers of events. */
export const WEBHOOK_ROUTES = {
  listWebhooks: route({
    method: 'GET',
    path: '/webhooks',
    tag,
    summary: 'List webhooks',
    may: 'webhook.see',
    answers: { 200: WebhookList },
  }),
  addWebhook: route({
    method: 'POST',
    path: '/webhooks',
    tag,
    summary: 'Add a webhook',
    description:
      'Owners and admins. Without an address its events are only pulled. The address is https, unless the operator of the server allows its host.',
    may: 'webhook.create',
    body: NewWebhook,
    answers: { 201: Webhook },
  }),
  readWebhook: route({
    method: 'GET',
    path: '/webhooks/:webhook',
    tag,
    summary: 'Read a webhook',
    may: 'webhook.see',
    params: WebhookPath,
    answers: { 200: Webhook },
  }),
  changeWebhook: route({
    method: 'PATCH',
    path: '/webhooks/:webhook',
    tag,
    summary: 'Change a webhook',
    description:
      'What is left out stays as it is. While it is paused, what happens waits for it, for 30 days at most; made active again, it goes on by itself.',
    may: 'webhook.change',
    params: WebhookPath,
    body: WebhookChange,
    answers: { 200: Webhook },
  }),
  removeWebhook: route({
    method: 'DELETE',
    path: '/webhooks/:webhook',
    tag,
    summary: 'Remove a webhook',
    description: 'Nothing is sent there from now on, and its stream ends. Its log stays.',
    may: 'webhook.remove',
    params: WebhookPath,
    answers: { 204: null },
  }),
  rotateWebhookSecret: route({
    method: 'POST',
    path: '/webhooks/:webhook/secret',
    tag,
    summary: 'Give a webhook a new signing secret',
    description: 'For 24 hours events carry signatures of both.',
    may: 'webhook.change',
    params: WebhookPath,
    answers: { 200: Webhook },
  }),
  makeStreamToken: route({
    method: 'POST',
    path: '/webhooks/:webhook/stream',
    tag,
    summary: 'Make a token that pulls a webhook’s events',
    description: 'For `GET /api/events`. It is shown this once; the one before it ends.',
    may: 'webhook.change',
    params: WebhookPath,
    answers: { 201: StreamToken },
  }),
  endStreamToken: route({
    method: 'DELETE',
    path: '/webhooks/:webhook/stream',
    tag,
    summary: 'End the token that pulls a webhook’s events',
    may: 'webhook.change',
    params: WebhookPath,
    answers: { 204: null },
  }),
  sendExample: route({
    method: 'POST',
    path: '/webhooks/:webhook/test',
    tag,
    summary: 'Send an example',
    description:
      'An event with example data, to this webhook alone, also while it is paused or disabled: one attempt. Its end is in the delivery log. Who pulls events gets it there.',
    may: 'webhook.test',
    params: WebhookPath,
    body: WebhookTest,
    answers: { 201: Delivery },
  }),
  replayEvents: route({
    method: 'POST',
    path: '/webhooks/:webhook/replay',
    tag,
    summary: 'Send a range of events again',
    description:
      'What happened between `from` and `to` (now) and is told to this webhook, in the order of each chat, with the same `webhook-id` and the same bytes, signed anew. Unless `all` is asked for, only what it never took. What still waits is left to wait. At most 10 000 in one request: `next` says where the rest begins.',
    may: 'webhook.replay',
    params: WebhookPath,
    body: ReplayRange,
    answers: { 200: Replayed },
  }),
}
