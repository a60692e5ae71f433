import { wakesRouter } from '@deskbell/rules'
import { statement } from '../db/statement.ts'
import { rowsAfter } from '../maintenance/cleanups.ts'
import type { Module } from '../module.ts'
import { warning } from '../platform/log.ts'
import type { Services } from '../services.ts'
import { routingEffect } from './effect.ts'
import { hoursRoutes } from './hours-routes.ts'
import { makeKnownChats } from './known-chats.ts'
import { makeAgentsForCall } from './call-agents.ts'
import { makeKnownPolicies } from './known-policies.ts'
import { endRoutingLeases, makeLeases } from './lease.ts'
import { logPresence } from './presence-log.ts'
import { makeRouter } from './router.ts'
import { makeReplays } from './replay/replays.ts'
import { routingRoutes } from './routes.ts'
import { waitsEffect } from './waits-effect.ts'

/** How long the inputs of decisions are kept (ms). */
const KEPT = 35 * 24 * 3600 * 1000

const clearTurns = statement(
  'clear_routing_turns',
  'delete from routing_turn where ctid = any(array(select ctid from routing_turn where at < $1 limit $2)) returning 1',
)

const clearPresence = statement(
  'clear_presence_changes',
  'delete from presence_change where ctid = any(array(select ctid from presence_change where at < $1 limit $2)) returning 1',
)

const clearWaits = statement(
  'clear_chat_waits',
  'delete from chat_wait where ctid = any(array(select ctid from chat_wait where ended_at < $1 limit $2)) returning 1',
)

type Needs = Pick<Services, 'bus' | 'db' | 'clock' | 'ids' | 'log' | 'processes' | 'directory' | 'presence' | 'commit'>

/** Gives waiting chats to agents. */
export function routing(needs: Needs): Module {
  const { db, clock, directory, presence } = needs
  const onError = (what: string) => warning(needs.log, what)
  const leases = makeLeases(needs)
  const chats = makeKnownChats(needs)
  const policies = makeKnownPolicies(needs)
  const router = makeRouter({
    ...needs,
    ...{ leases, chats, policies },
    onError: onError('waiting chats could not be given to agents; the server tries again'),
  })
  const log = logPresence({
    ...{ db, clock, presence },
    onError: onError('the presence of agents could not be written; the server tries again'),
  })
  const replays = makeReplays({ ...needs, onError: onError('a replay of the routing failed') })
  const watch = () => {
    const ends = [
      presence.onChange((account) => router.wake(account)),
      directory.onChange((account) => router.wake(account)),
    ]
    return () => {
      for (const end of ends) end()
    }
  }
  return {
    name: 'routing',
    effects: [routingEffect, waitsEffect],
    subscriptions: [
      {
        onDurable(changed) {
          router.onDurable(changed)
          for (const { account, state, entries } of changed) if (wakesRouter(state, entries)) router.wake(account)
        },
        onChangedElsewhere(wake) {
          chats.onChangedElsewhere(wake)
          if (wake.routing) router.wake(wake.account)
        },
        onErased: chats.onErased,
      },
    ],
    agentsForCall: makeAgentsForCall({ ...needs, policies }),
    agentRoutes(api) {
      routingRoutes(api, { ...needs, replays, changed: router.look })
      hoursRoutes(api, needs)
    },
    jobs: [{ start: router.start }, { start: watch }, { start: log.start }],
    cleanups: [rowsAfter(db, clearTurns, KEPT), rowsAfter(db, clearPresence, KEPT), rowsAfter(db, clearWaits, KEPT)],
    leases: { end: endRoutingLeases, take: router.look },
    close: replays.close,
  }
}
