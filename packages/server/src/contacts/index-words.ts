import type { Db } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import { contactWords } from '../conversation/contact/words.ts'
import type { Clock } from '../platform/clock.ts'

/** Contacts per transaction, and the pause between two (ms), so that other work is not delayed. */
const AT_ONCE = 200
const PAUSE = 50
/** After a failure (ms). */
const AGAIN = 60_000

const unindexedStatement = statement(
  'contacts_unindexed',
  `select c.account_id as account, c.id, c.name, c.email, c.phone, i.visitors from (
     select account_id, id, name, email, phone from contact where words is null and active_at is not null
     limit ${AT_ONCE} for update skip locked) c
   left join lateral (select jsonb_agg(jsonb_build_object('number', v.number, 'key', v.key)) as visitors from visitor v
     where v.account_id = c.account_id and v.contact_id = c.id) i on true`,
)
const indexStatement = statement(
  'contacts_index',
  `update contact c set words = r.words::tsvector
   from jsonb_to_recordset($1::jsonb) as r(account int, id int, words text)
   where c.account_id = r.account and c.id = r.id`,
)

interface Row {
  account: number
  id: number
  name: string | null
  email: string | null
  phone: string | null
  visitors: readonly { number: number; key: string }[] | null
}

/** Indexes contacts that an earlier version of the server wrote. Resolves with true when there may be more. */
async function indexSome(db: Db): Promise<boolean> {
  return db.transaction(async (tx) => {
    const rows = await tx.query<Row>(unindexedStatement, [])
    if (rows.length === 0) return false
    const indexed = rows.map(({ account, id, name, email, phone, visitors }) => ({
      account,
      id,
      words: contactWords(account, {
        texts: [name, email, ...(visitors ?? []).map(({ key }) => key)],
        phones: [phone],
        numbers: (visitors ?? []).map(({ number }) => number),
      }),
    }))
    await tx.query(indexStatement, [JSON.stringify(indexed)])
    return rows.length === AT_ONCE
  })
}

/** Does so from the start of the server until all are indexed. Returns the function that stops it. */
export function indexContacts(db: Db, clock: Clock, onError: (error: unknown) => void): () => Promise<void> {
  let stopped = false
  let cancel = () => {}
  let running = Promise.resolve()
  const later = (ms: number) => {
    if (!stopped) cancel = clock.after(ms, work)
  }
  function work(): void {
    running = indexSome(db).then(
      (more) => (more ? later(PAUSE) : undefined),
      (error: unknown) => {
        onError(error)
        later(AGAIN)
      },
    )
  }
  later(0)
  return async () => {
    stopped = true
    cancel()
    await running
  }
}
