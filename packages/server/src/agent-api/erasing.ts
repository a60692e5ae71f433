import { LastErasure, VisitorErased, VisitorErasure } from '@deskbell/protocol/agent/visitor-erased'
import { hasVisitor } from '../conversation/erasure/erase.ts'
import { readErasure, type Erasure } from '../conversation/erasure/erasures.ts'
import { notFound } from '../settings/change.ts'
import { allow } from '../identity/permissions.ts'
import type { AgentServices, Api } from './services.ts'
import { whoAsks } from './guard.ts'
import { personOf } from './messages.ts'
import { VisitorPath } from './shapes.ts'

/** How long a request waits for the end of what it has begun (ms). */
const MOMENT = 1000

/** Erasing what the desk knows of a person. */
export function erasingRoutes(app: Api, { db, clock, erasures }: AgentServices): void {
  app.delete(
    '/visitors/:visitor',
    {
      schema: {
        tags: ['Visitors'],
        summary: 'Erase what is known of a visitor',
        description:
          'Owners and admins; for good. Their name, address and all fields, what was said in their chats and sent with it, what the archive finds them by, their events and deliveries. The chats stay, empty, with their numbers, times, agents and ratings; an open one is closed, and nobody outside is told. What left the desk before, by mail or to other servers, is out of its reach. Should they write again, they are somebody new, and not blocked. With much to remove the answer is 202: nothing of it can be read any more, and the desk goes on removing it, also after a restart. `GET /api/visitors/{visitor}/erasure` says how far it is. The same request again joins the erasure that is running.',
        params: VisitorPath,
        response: { 200: VisitorErased, 202: VisitorErasure },
      },
    },
    async (request, reply) => {
      const who = whoAsks(request)
      allow(who.agent, 'visitor.erase')
      const { account } = who
      // The eraser stands outside the database's own wall: who is erased is looked for inside it.
      const { visitor } = request.params
      const isThere = await db.asAccount(account, (tx) => hasVisitor(tx, account, visitor))
      if (!isThere) throw notFound('visitor')
      const begun = await erasures.begin({ account, visitor, chats: 'all', by: personOf(who) })
      if (!begun) throw notFound('visitor')
      if (begun.isDone) return { chats: begun.chats, files: begun.files }
      await Promise.race([
        erasures.carriedOn(account, begun.id),
        new Promise<void>((resolve) => void clock.after(MOMENT, resolve)),
      ])
      const now = (await db.asAccount(account, (tx) => readErasure(tx, account, visitor))) ?? begun
      if (now.isDone) return { chats: now.chats, files: now.files }
      return reply.status(202).send(toShape(now))
    },
  )

  app.get(
    '/visitors/:visitor/erasure',
    {
      schema: {
        tags: ['Visitors'],
        summary: 'See how far erasing a visitor has come',
        description:
          'Owners and admins. Of the erasure that is running, or of the last one. `null` when there is none, and from a day after its end.',
        params: VisitorPath,
        response: { 200: LastErasure },
      },
    },
    async (request) => {
      const who = whoAsks(request)
      allow(who.agent, 'visitor.erase')
      const { account } = who
      const { visitor } = request.params
      const [erasure, isThere] = await db.asAccount(account, async (tx) => [
        await readErasure(tx, account, visitor),
        await hasVisitor(tx, account, visitor),
      ])
      // A visitor who never wrote is gone as a whole: the erasure alone is left.
      if (!erasure && !isThere) throw notFound('visitor')
      return { erasure: erasure ? toShape(erasure) : null }
    },
  )
}

function toShape({ isDone, done, total, chats, files }: Erasure): VisitorErasure {
  return { state: isDone ? 'done' : 'running', done, total, chats, files }
}
