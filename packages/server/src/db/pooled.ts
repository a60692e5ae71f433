import { AsyncLocalStorage } from 'node:async_hooks'
import type { Compilable } from 'kysely'
import type pg from 'pg'
import type { Ask } from './batch.ts'
import { toAsk } from './compiled.ts'
import type { Db, PipelineTx } from './db.ts'
import { COMMIT, currentAsker, type Asker } from './asker.ts'
import type { Link } from './link.ts'
import { statement } from './statement.ts'
import { Transaction } from './transaction.ts'

const ping = statement('ping', 'select 1')

const BEGIN: Ask = { name: 'tx.begin', text: 'begin', values: [] }
const TAKE_ROLE: Ask = { name: 'tx.role', text: 'set local role deskbell_agent', values: [] }
const takeAccount = (account: number): Ask => ({
  name: 'tx.account',
  text: "select set_config('deskbell.account', $1, true)",
  values: [account],
})

interface Options {
  kind: Db['kind']
  takeLink(asker: Asker): Promise<Link>
  /** A connection for `administer`, and the function that releases it. */
  takeClient(): Promise<{ client: pg.Client; release(): Promise<void> }>
  close(): Promise<void>
}

/** The database over pg's connections: the same code for the embedded one and a server. */
export function pooledDb({ kind, takeLink, takeClient, close }: Options): Db {
  /** Whether the caller runs inside a transaction of this database. */
  const around = new AsyncLocalStorage<{ open: boolean }>()

  const refuseNesting = () => {
    if (around.getStore()?.open) {
      throw new Error('a query bypassed the open transaction; use the transaction (tx) instead')
    }
  }

  const once = async <R>(ask: Ask): Promise<R[]> => {
    refuseNesting()
    const link = await takeLink(currentAsker())
    try {
      const [rows] = await link.send([ask])
      return rows as R[]
    } finally {
      link.release()
    }
  }

  const transact = async <T>(
    asker: Asker,
    preamble: readonly Ask[],
    fn: (tx: PipelineTx) => Promise<T>,
  ): Promise<T> => {
    refuseNesting()
    const link = await takeLink(asker)
    const tx = new Transaction(link, preamble)
    const inside = { open: true }
    try {
      const result = await around.run(inside, fn, tx)
      await tx.finish()
      return result
    } catch (error) {
      await tx.abandon()
      throw error
    } finally {
      inside.open = false
      link.release()
    }
  }

  let closing: Promise<void> | undefined

  const query = <R>(asked: { name: string; text: string }, values: readonly unknown[]) =>
    once<R>({ name: asked.name, text: asked.text, values })

  return {
    kind,
    query,
    run: <R>(built: Compilable<R>) => once<R>(toAsk(built)),
    transaction: (fn) => transact(currentAsker(), [BEGIN], fn),
    asAccount: (account, fn) => transact(currentAsker(), [BEGIN, TAKE_ROLE, takeAccount(account)], fn),
    pipeline: (fn) => transact(COMMIT, [BEGIN], fn),
    async administer(fn) {
      refuseNesting()
      const { client, release } = await takeClient()
      const inside = { open: true }
      try {
        return await around.run(inside, fn, client)
      } finally {
        inside.open = false
        await release()
      }
    },
    async ping() {
      await query(ping, [])
    },
    close: () => (closing ??= close()),
  }
}
