import { ERASURE_ROUTES } from '@deskbell/protocol/agent/routes/visitors'
import type { VisitorErasure } from '@deskbell/protocol/agent/visitor-erased'
import { hasVisitor } from '../conversation/erasure/erase.ts'
import { readErasure, type Erasure } from '../conversation/erasure/erasures.ts'
import { notFound } from '../settings/change.ts'
import type { Api } from './add-routes.ts'
import type { Services } from '../services.ts'
import { serve } from './serve.ts'
import { personOf } from './messages.ts'

/** How long a request waits for the erasure that it started (ms). */
const MOMENT = 1000

/** Erases the data of a visitor. */
export function erasingRoutes(app: Api, { db, clock, erasures }: Pick<Services, 'clock' | 'db' | 'erasures'>): void {
  serve(app, ERASURE_ROUTES, {
    async eraseVisitor({ who, params: { visitor } }) {
      const { account } = who
      // The erasure runs outside row-level security, so the visitor is looked up inside it first.
      const isThere = await db.asAccount(account, (tx) => hasVisitor(tx, account, visitor))
      if (!isThere) throw notFound('visitor')
      const begun = await erasures.begin({ account, visitor, chats: 'all', by: personOf(who) })
      if (!begun) throw notFound('visitor')
      if (begun.isDone) return toErased(begun)
      await Promise.race([
        erasures.whenFinished(account, begun.id),
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
      // A visitor without any chat is removed completely; only the record of the erasure is left.
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
