import type { FastifyInstance } from 'fastify'
import type { HttpServices } from '../../platform/http/services.ts'
import type { Services } from '../../services.ts'
import { framesRoute } from './frames-route.ts'
import { warnWhenFull } from './full-warnings.ts'
import { makeLongPoll } from './long-poll.ts'
import { makePageLimits } from './page-limits.ts'
import type { OpenSession } from './session.ts'
import type { SessionRegistry } from './session-registry.ts'
import { visitorSocket } from './socket.ts'
import { makeUnread } from './unread.ts'

type Needs = Pick<Services, 'clock' | 'config' | 'directory' | 'log' | 'processes' | 'rates' | 'rpc'> &
  Pick<HttpServices, 'addressOf' | 'draining' | 'sockets' | 'turns'> & {
    readonly openSession: OpenSession
    readonly registry: Pick<SessionRegistry, 'close'>
  }

/** The connection of an open page, over a socket or by long polling. Both count towards the same limits. */
export async function liveRoutes(app: FastifyInstance, services: Needs): Promise<void> {
  const { config, registry, openSession } = services
  const shared = {
    openSession,
    unread: makeUnread(),
    pageLimits: makePageLimits({
      perAddress: config.socketsPerAddress,
      perNetwork: config.socketsPerNetwork,
      onFull: warnWhenFull(services),
    }),
  }
  visitorSocket(app, services, { ...shared, registry })
  const longPoll = makeLongPoll(services, shared)
  app.addHook('preClose', async () => longPoll.close())
  await framesRoute(app, { ...services, longPoll })
}
