import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDb } from '../../packages/server/src/db/open.ts'
import type { Db } from '../../packages/server/src/db/db.ts'
import { statement } from '../../packages/server/src/db/statement.ts'
import { realClock } from '../../packages/server/src/platform/clock.ts'
import { serve } from './child.ts'
import { TABLES } from './pgbench.ts'
import { textOf } from './texts.ts'

/** The embedded database without group commit: one transaction per message. */

const insert = statement('bench_insert', 'insert into message (chat_id, body, at) values ($1, $2, now())')
const update = statement('bench_update', 'update chat set last = last + 1, preview = $2, at = now() where id = $1')

const folder = mkdtempSync(join(tmpdir(), 'deskbell-bench-'))
let db: Db | undefined

async function open(): Promise<void> {
  db = await openDb({
    dataDir: folder,
    clock: realClock,
    log: { info() {}, warn: console.error, error: console.error },
    onFatal(error) {
      throw error
    },
  })
  await db.administer((client) => client.query(TABLES))
}

/** BEGIN is sent with the INSERT: three round trips to the worker per message. */
async function run({ warm, measure }: { warm: number; measure: number }): Promise<number> {
  if (!db) throw new Error('it is not open')
  const from = performance.now() + warm
  const until = from + measure
  const text = textOf('single')
  let done = 0
  for (let turn = 0; performance.now() < until; turn++) {
    const chat = 1 + (turn % 64)
    await db.transaction(async (tx) => {
      await tx.query(insert, [chat, text])
      await tx.query(update, [chat, text.slice(0, 120)])
    })
    if (performance.now() >= from) done++
  }
  return (done * 1000) / measure
}

async function close(): Promise<void> {
  await db?.close()
  rmSync(folder, { recursive: true, force: true })
}

const jobs = { open, run, close }
export type SinglesJobs = typeof jobs

if (process.send) serve(jobs)
