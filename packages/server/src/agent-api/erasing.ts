import { ERASURE_ROUTES } from '@deskbell/protocol/agent/routes/visitors'
import type { VisitorErasure } from '@deskbell/protocol/agent/visitor-erased'
import { hasVisitor } from '../conversation/erasure/erase.ts'
import { readErasure, type Erasure } from '../conversation/erasure/erasures.ts'
import { notFound } from '../settings/change.ts'
import type { AgentServices, Api } from './services.ts'
import { serve } from './serve.ts'
import { personOf } from './messages.ts'

/** How long a request waits for the end of what it has begun (ms). */
const MOMENT = 1000

/** Erasing what the desk knows of a person. */
export function erasingRoutes(
  app: Api,
  { db, clock, erasures }: Pick<AgentServices, 'clock' | 'db' | 'erasures'>,
): void {
  serve(app, ERASURE_ROUTES, {
    async eraseVisitor({ who, params: { visitor } }) {
      const { account } = who
      // The eraser stands outside the database's own wall: who is erased is looked for inside it.
      const isThere = await db.asAccount(account, (tx) => hasVisitor(tx, account, visitor))
      if (!isThere) throw notFound('visitor')
      const begun = await erasures.begin({ account, visitor, chats: 'all', by: personOf(who) })
      if (!begun) throw notFound('visitor')
      if (begun.isDone) return toErased(begun)
      await Promise.race([
        erasures.carriedOn(account, begun.id),
        new Promise<void>((resolve) => void clock.after(MOMENT, resolve)),
      ])
      const now = (await db.asAccount(account, (tx) => readErasure(tx, account, visitor))) ?? begun
      return now.isDone ? toErased(now) : toRunning(now)
    },
    async readErasure({ who: { account }, params: { visitor } }) {
      const [erasure, isThere] = await db.asAccount(account, async (tx) => [
        await readErasure(tx, account, visitor),
        await hasVisitor(tx, account, visitor),
      ])
      // A visitor who never wrote is gone as a whole: the erasure alone is left.
      if (!erasure && !isThere) throw notFound('visitor')
      return { erasure: erasure ? toShape(erasure) : null }
    },
  })
}

const toRunning = (erasure: Erasure) => ({ status: 202, body: toShape(erasure) }) as const
const toErased = ({ chats, files }: Erasure) => ({ status: 200, body: { chats, files } }) as const

function toShape({ isDone, done, total, chats, files }: Erasure): VisitorErasure {
  return { state: isDone ? 'done' : 'running', done, total, chats, files }
}
