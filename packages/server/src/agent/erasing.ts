import { VisitorErased } from '@deskbell/protocol/agent/visitor-erased'
import { hasVisitor } from '../chat/erase.ts'
import { notFound } from '../office/office.ts'
import { allow } from '../office/policy.ts'
import type { AgentDoor, Api } from './door.ts'
import { whoAsks } from './guard.ts'
import { personOf } from './messages.ts'
import { VisitorPath } from './shapes.ts'

/** Erasing what the desk knows of a person. */
export function erasingRoutes(app: Api, { db, erase }: AgentDoor): void {
  app.delete(
    '/visitors/:visitor',
    {
      schema: {
        tags: ['Visitors'],
        summary: 'Erase what is known of a visitor',
        description:
          'Owners and admins; for good. Their name, address and all fields, what was said in their chats and sent with it, what the archive finds them by, their events and deliveries. The chats stay, empty, with their numbers, times, agents and ratings; an open one is closed, and nobody outside is told. What left the desk before, by mail or to other servers, is out of its reach. Should they write again, they are somebody new, and not blocked.',
        params: VisitorPath,
        response: { 200: VisitorErased },
      },
    },
    async (request) => {
      const who = whoAsks(request)
      allow(who.agent, 'visitor.erase')
      // The eraser stands outside the database's own wall: who is erased is looked for inside it.
      const { visitor } = request.params
      const isThere = await db.asAccount(who.account, (tx) => hasVisitor(tx, who.account, visitor))
      if (!isThere) throw notFound('visitor')
      const erased = await erase({
        account: who.account,
        visitor,
        chats: 'all',
        by: personOf(who),
      })
      if (!erased) throw notFound('visitor')
      return { chats: erased.chats, files: erased.files }
    },
  )
}
