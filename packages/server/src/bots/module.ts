import { statement } from '../db/statement.ts'
import type { DeliveryKind } from '../deliveries/kinds.ts'
import { rowsAfter } from '../maintenance/cleanups.ts'
import type { Module } from '../module.ts'
import { warning } from '../platform/log.ts'
import type { Services } from '../services.ts'
import { makeAccess } from './access.ts'
import { botAgentRoutes } from './agent-routes.ts'
import { makeAuthorization } from './authorization.ts'
import { makeBreaker } from './breaker.ts'
import { botEffect } from './effects.ts'
import { makeBotFacts } from './facts.ts'
import { botHandler } from './handler.ts'
import { botEndpoint, botPolicy } from './policy.ts'
import { makePostToBot } from './post.ts'
import { botRoutes } from './routes.ts'
import { makeSandboxRows } from './sandbox-rows.ts'
import { makeBotSandbox } from './sandbox.ts'
import { watchWithdrawals } from './withdrawn.ts'

const DAY = 24 * 3600 * 1000

const clearSandboxes = statement(
  'clear_sandboxes',
  'delete from bot_sandbox where ctid = any(array(select ctid from bot_sandbox where created_at < $1 limit $2)) returning 1',
)

type Needs = Pick<
  Services,
  | ('db' | 'clock' | 'ids' | 'log' | 'keys' | 'directory' | 'rates' | 'chatEvents')
  | ('config' | 'settingsContext' | 'availability' | 'commit' | 'links' | 'sender')
>

/** The bot provider interface (area B). */
export function bots(needs: Needs): Module {
  const { db, clock, log, directory, availability, commit } = needs
  const post = makePostToBot({ ...needs, authorization: makeAuthorization(needs) })
  const breaker = makeBreaker({ ...needs, onError: warning(log, 'the failing state of a bot could not be stored') })
  const factsOf = makeBotFacts({ directory, breaker })
  const sandboxRows = makeSandboxRows(db)
  const kind: DeliveryKind = {
    policy: botPolicy,
    endpoint: botEndpoint,
    handler: botHandler({ ...needs, post, breaker, available: (channel) => availability.agents(channel) }),
  }
  const withdrawals = () =>
    watchWithdrawals({
      db,
      clock,
      directory,
      commit,
      onError: warning(log, 'chats of a removed bot could not be handed over to agents'),
    })
  return {
    name: 'bots',
    effects: [botEffect],
    facts: ({ account, channel, opens, isAvailable }) => ({ bot: factsOf(account, channel, opens, isAvailable) }),
    deliveries: { CLIENT_MESSAGE: kind, AGENT_JOINED: kind, AGENT_UNAVAILABLE: kind },
    routes: async (app) =>
      void (await app.register(
        async (scope) => botRoutes(scope, { ...needs, access: makeAccess(needs), sandboxRows }),
        { prefix: '/bot' },
      )),
    agentRoutes: (api) => botAgentRoutes(api, { ...needs, sandbox: makeBotSandbox({ ...needs, sandboxRows, post }) }),
    jobs: [{ start: withdrawals }],
    cleanups: [rowsAfter(db, clearSandboxes, DAY)],
    gauges: [
      {
        name: 'deskbell_bots_failing',
        help: 'Bots that are skipped because they fail',
        read: () =>
          directory
            .accounts()
            .flatMap(({ id }) => directory.bots(id))
            .filter(({ failing }) => failing).length,
      },
    ],
    close: () => breaker.close(),
  }
}
