import { openDb } from '../../src/db/open.ts'
import { statement } from '../../src/db/statement.ts'
import { realClock } from '../../src/platform/clock.ts'
import { quietLog } from '../db.ts'

/**
 * A process with an embedded database that tests kill. It opens the folder of its first argument and keeps it open, or
 * writes 1, 2, 3 … into the table `kept`, a transaction each, and reports what was acknowledged.
 */
export interface Said {
  ready?: true
  /** The error message with which the open was refused. */
  refused?: string
  /** This number and all below it were acknowledged. */
  wrote?: number
}

const makeKept = statement('writer_table', 'create table if not exists kept (n int primary key)')
const readLast = statement('writer_last', 'select coalesce(max(n), 0) as n from kept')
const writeOne = statement('writer_one', 'insert into kept (n) values ($1)')

const [dataDir = '', mode] = process.argv.slice(2)
const say = (said: Said) => process.send?.(said)

try {
  const db = await openDb({
    dataDir,
    clock: realClock,
    log: quietLog,
    onFatal(error) {
      throw error
    },
  })
  await db.query(makeKept, [])
  say({ ready: true })
  if (mode === 'write') {
    const [last] = await db.query<{ n: number }>(readLast, [])
    for (let n = (last?.n ?? 0) + 1; ; n++) {
      await db.pipeline(async (tx) => {
        await tx.query(readLast, [])
        await Promise.all([tx.query(writeOne, [n]), tx.commit()])
      })
      say({ wrote: n })
    }
  }
} catch (error) {
  say({ refused: error instanceof Error ? error.message : String(error) })
  process.disconnect()
}
