import type { FastifyInstance } from 'fastify'
import type { Db } from '../db/db.ts'
import type { Disk } from '../files/disk.ts'
import type { Draining } from '../platform/http/draining.ts'
import { makeDeadline } from '../platform/deadline.ts'
import type { Clock } from '../platform/clock.ts'
import type { Writes } from './writes.ts'

/** Paths of the health checks: served on every host name, without cookies. */
export const HEALTH_PATHS: ReadonlySet<string> = new Set(['/healthz', '/livez'])

/** A check that takes longer has failed (ms). */
const DEADLINE = 2000
/** How long a result is reused (ms). */
const FRESH = 1000

interface Health {
  readonly status: 'ready' | 'degraded' | 'failing' | 'closing'
  /** 'ok' for each check, or its problem. */
  readonly checks?: Readonly<Record<'database' | 'write' | 'disk', string>>
}

export interface HealthServices {
  readonly db: Db
  readonly clock: Clock
  readonly writes: Writes
  readonly disk: Disk
  readonly draining: Pick<Draining, 'begun'>
}

/**
 * `GET /healthz` reports whether the server can accept messages: 200 with `ready`, or with `degraded` when it accepts
 * them without files; 503 with `failing` or `closing`. `GET /livez` answers 200 as long as the process answers at all.
 */
export function healthRoutes(app: FastifyInstance, { db, clock, writes, disk, draining }: HealthServices): void {
  const withDeadline = makeDeadline(clock, DEADLINE, () => new Error('no answer in time'))
  let isClosing = false
  let last: { at: number; found: Promise<Health> } | undefined
  app.addHook('preClose', async () => void (isClosing = true))

  const does = (work: Promise<unknown>): Promise<boolean> =>
    withDeadline(work).then(
      (answer) => answer !== false,
      () => false,
    )

  async function look(): Promise<Health> {
    const [answers, isLow] = await Promise.all([does(db.ping()), disk.isLow()])
    const isWritten = answers && (await does(writes.succeed(db)))
    const checks = {
      database: answers ? 'ok' : 'the database does not answer',
      write: isWritten ? 'ok' : answers ? 'a write could not be committed' : 'not tried',
      disk: isLow ? 'less is free than MIN_FREE_DISK: files are refused' : 'ok',
    }
    return { status: !isWritten ? 'failing' : isLow ? 'degraded' : 'ready', checks }
  }

  /** Concurrent requests share one check, so that frequent requests do not load the database. */
  function health(): Promise<Health> {
    const now = clock.now()
    if (!last || now - last.at >= FRESH || now < last.at) last = { at: now, found: look() }
    return last.found
  }

  app.get('/healthz', async (_request, reply) => {
    const found: Health = isClosing || draining.begun ? { status: 'closing' } : await health()
    const isReady = found.status === 'ready' || found.status === 'degraded'
    if (!isReady) reply.code(503).header('retry-after', '2')
    return reply.header('cache-control', 'no-store').send(found)
  })

  app.get('/livez', (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'alive' }))
}
