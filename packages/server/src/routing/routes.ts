import { ROUTING_ROUTES } from '@deskbell/protocol/agent/routes/routing'
import type { RoutingTurn } from '@deskbell/protocol/agent/routing'
import type { Api } from '../agent-api/add-routes.ts'
import { inAccountOf } from '../agent-api/in-account.ts'
import { serve } from '../agent-api/serve.ts'
import { statement } from '../db/statement.ts'
import type { Services } from '../services.ts'
import { notFound } from '../settings/change.ts'
import type { RoutingPolicy } from '@deskbell/rules'
import { readLive } from './live.ts'
import { toWire } from './policies.ts'
import type { Replays } from './replay/replays.ts'
import { beginReplay, readReplay } from './replay/rows.ts'
import { changeRouting, present, readRouting, withChange, withRevision } from './settings.ts'

const turnStatement = statement(
  'routing_turn_read',
  'select id, at, version, input, routed, overflowed from routing_turn where account_id = $1 and id = $2::uuid',
)

interface TurnRow extends Pick<RoutingTurn, 'at' | 'version' | 'routed' | 'overflowed'> {
  id: string
  input: Omit<RoutingTurn['input'], 'policies'> & { policies: RoutingPolicy[] }
}

type Needs = Pick<Services, 'clock' | 'db' | 'directory' | 'ids' | 'presence'> & {
  readonly replays: Replays
  /** The settings have changed. */
  readonly changed: () => void
}

/** How chats find an agent, and what the router decided from. */
export function routingRoutes(app: Api, { db, directory, presence, clock, ids, replays, changed }: Needs): void {
  const inAccount = inAccountOf(db)
  serve(app, ROUTING_ROUTES, {
    async readRouting({ who }) {
      const routing = await inAccount(who, (tx) => readRouting(tx, who.account))
      return withRevision(present(routing, who.account, directory))
    },
    async changeRouting({ who, body }) {
      const { account } = who
      const routing = await inAccount(who, (tx) => changeRouting({ tx, account, directory }, body))
      changed()
      return routing
    },
    readLive: ({ who }) => inAccount(who, (tx) => readLive({ db: tx, directory, presence }, who.account, clock.now())),
    async startReplay({ who, body }) {
      const { account } = who
      const id = ids.uuid()
      const settings = await inAccount(who, async (tx) => {
        await beginReplay(tx, account, id, clock.now())
        return withChange({ tx, account, directory }, body)
      })
      replays.add({ account, id, current: settings.current, changed: settings.changed })
      return { replay: id }
    },
    async readReplay({ who, params }) {
      const replay = await inAccount(who, (tx) => readReplay(tx, who.account, params.replay, clock.now()))
      if (!replay) throw notFound('replay')
      return replay
    },
    async readRoutingTurn({ who, params }) {
      const [row] = await inAccount(who, (tx) => tx.query<TurnRow>(turnStatement, [who.account, params.turn]))
      if (!row) throw notFound('turn of the router')
      const { id, input, ...turn } = row
      return { turn: id, ...turn, input: { ...input, policies: input.policies.map(toWire) } }
    },
  })
}
