import type { Tx } from '../../db/db.ts'
import type { NumberRequest } from './effects.ts'
import { COUNTERS, takeNumbers, type Counter } from './statements.ts'

/** Takes numbers from the accounts' counters and assigns them, in the order of the requests. */
export async function assignNumbers(tx: Tx, wanted: readonly NumberRequest[]): Promise<void> {
  if (wanted.length === 0) return
  const byAccount = Map.groupBy(wanted, ({ account }) => account)
  const accounts = [...byAccount.keys()]
  const countOf = (account: number, counter: Counter) =>
    byAccount.get(account)?.filter((one) => one.counter === counter).length ?? 0
  const rows = await tx.query<{ account_id: number } & Record<Counter, number>>(takeNumbers, [
    accounts,
    ...COUNTERS.map((counter) => accounts.map((account) => countOf(account, counter))),
  ])
  for (const row of rows)
    for (const counter of COUNTERS) {
      let n = row[counter] - countOf(row.account_id, counter)
      for (const one of byAccount.get(row.account_id) ?? []) if (one.counter === counter) one.assign(++n)
    }
}

/** Takes the next numbers from one counter of an account, in ascending order. */
export async function takeNumbersOf(tx: Tx, account: number, counter: Counter, count: number): Promise<number[]> {
  const taken = COUNTERS.map((one) => [one === counter ? count : 0])
  const [row] = await tx.query<Record<Counter, number>>(takeNumbers, [[account], ...taken])
  if (!row) throw new Error('the account gave no number')
  const last = row[counter]
  return Array.from({ length: count }, (_, place) => last - count + 1 + place)
}

/** Takes the next number. */
export async function takeNumber(tx: Tx, account: number, counter: Counter): Promise<number> {
  const [number = 0] = await takeNumbersOf(tx, account, counter, 1)
  return number
}
