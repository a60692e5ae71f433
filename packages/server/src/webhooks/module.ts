import { statement } from '../db/statement.ts'
import type { DeliveryKind } from '../deliveries/kinds.ts'
import { rowsAfter } from '../maintenance/cleanups.ts'
import type { Module } from '../module.ts'
import { warning } from '../platform/log.ts'
import type { Services } from '../services.ts'
import { webhookAgentRoutes } from './agent-routes.ts'
import { callEventEffect, type RecordingAddress } from './call-effects.ts'
import { tellsChanges, webhookEffect } from './effects.ts'
import { eventData } from './erase.ts'
import { makeExpire } from './expire.ts'
import { makeBodies } from './finish.ts'
import { webhookHandler } from './handler.ts'
import { makeHealth } from './health.ts'
import { watchPaused } from './paused.ts'
import { webhookEndpoint, webhookPolicies } from './policy.ts'
import { makePostEvent } from './post.ts'
import { makePull } from './pull.ts'
import { makeRecent } from './recent.ts'
import { makeSendExample } from './send-example.ts'
import { eventStream } from './stream.ts'

/** Events are kept for longer than they can be requested, which is 30 days (ms). */
const KEPT = 31 * 24 * 3600 * 1000

const clearEvents = statement(
  'clear_events',
  'delete from event where ctid = any(array(select ctid from event where at < $1 limit $2)) and at < $1 returning 1',
)

type Needs = Pick<
  Services,
  | ('bus' | 'db' | 'clock' | 'ids' | 'log' | 'directory' | 'settingsContext' | 'rates' | 'chatEvents')
  | ('commit' | 'settle' | 'worker' | 'links' | 'sender')
>

/** Webhooks and the stream of events (area C3). */
export function webhooks(needs: Needs): Module {
  const { db, log, directory, worker } = needs
  const recent = makeRecent()
  const bodies = makeBodies(needs)
  const health = makeHealth({ ...needs, onError: warning(log, 'the failing state of a webhook could not be stored') })
  const handler = webhookHandler({ ...needs, post: makePostEvent(needs), bodies, recent, health })
  const addressOf: RecordingAddress = (account, call, file) =>
    needs.links.link({ account, id: file, name: `call-${call}.mp3`, reader: 'integrator', forMs: KEPT })
  const kinds = Object.entries(webhookPolicies).map(([name, policy]): [string, DeliveryKind] => [
    name,
    { policy, endpoint: webhookEndpoint, handler, readBody: bodies },
  ])
  return {
    name: 'webhooks',
    effects: [webhookEffect(directory, recent)],
    callEffects: [callEventEffect(directory, recent, addressOf)],
    facts: ({ account }) => ({ tellsChanges: tellsChanges(directory, account) }),
    deliveries: Object.fromEntries(kinds),
    personalData: { events: eventData },
    pausedEndpoints: watchPaused(directory),
    agentRoutes: (api) =>
      webhookAgentRoutes(api, { ...needs, sendExample: makeSendExample({ ...needs, onLeased: worker.enqueue }) }),
    routes: (app, { deadline }) => eventStream(app, { ...needs, pull: makePull({ ...needs, bodies }), deadline }),
    subscriptions: [{ onErased: ({ account, chats }) => recent.forget(account, new Set(chats)) }],
    cleanups: [rowsAfter(db, clearEvents, KEPT), { step: makeExpire(needs) }],
    close: () => health.settled(),
  }
}
