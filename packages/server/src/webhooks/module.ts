import type { DeliveryKind } from '../deliveries/kinds.ts'
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

const DAY = 24 * 3600 * 1000
/** Events are kept for longer than they can be requested, which is 30 days. */
const LONGER = 1
/** How long the address of a recording works: events can be sent again for 30 days. */
const LINKED = 31 * DAY

type Needs = Pick<
  Services,
  | ('bus' | 'config' | 'db' | 'clock' | 'ids' | 'log' | 'directory' | 'settingsContext' | 'rates' | 'chatEvents')
  | ('commit' | 'settle' | 'worker' | 'links' | 'sender')
>

/** Webhooks and the stream of events (area C3). */
export function webhooks(needs: Needs): Module {
  const { config, log, directory, worker } = needs
  const kept = (config.logDays + LONGER) * DAY
  const recent = makeRecent()
  const bodies = makeBodies(needs)
  const health = makeHealth({ ...needs, onError: warning(log, 'the failing state of a webhook could not be stored') })
  const handler = webhookHandler({ ...needs, post: makePostEvent(needs), bodies, recent, health })
  const addressOf: RecordingAddress = (account, call, file) =>
    needs.links.link({ account, id: file, name: `call-${call}.mp3`, reader: 'integrator', forMs: LINKED })
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
    cleanups: [{ step: makeExpire(needs) }],
    kept: [{ name: 'event', kept }],
    close: () => health.settled(),
  }
}
