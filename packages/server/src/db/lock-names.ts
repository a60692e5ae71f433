import { statement } from './statement.ts'

/**
 * Locks names until the end of the transaction: of conversations (`conversationKey`), which may have no row yet, and of lanes of
 * deliveries. Names are locked in order, so that two processes do not deadlock. The statement counts them, so that the result
 * is one row. The embedded database needs no locks: its transactions do not overlap.
 */
export const lockNames = statement(
  'name_lock',
  `select count(pg_advisory_xact_lock(hash))
   from (select hashtextextended(name, 0) as hash from unnest($1::text[]) as t(name) order by hash) as hashes`,
)
