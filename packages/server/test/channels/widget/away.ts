import type { TestServer } from '../../test-server.ts'

/**
 * Renames the visitors' table away and back: queries meanwhile fail with the error of a database that is starting or
 * shutting down.
 */
export function storeOf(server: TestServer) {
  const run = (sql: string) => server.services.db.administer((client) => client.query(sql))
  return {
    goes: () =>
      run(`
        create function away() returns int language plpgsql as
          $$ begin raise exception 'the database is starting up' using errcode = '57P03'; end $$;
        alter table visitor rename to visitor_kept;
        create view visitor as select v.* from away() left join visitor_kept v on true;
        grant select on visitor to deskbell_agent`),
    /** Locks the table, so that queries wait; resolves with a function that unlocks it. */
    async hangs(): Promise<() => Promise<void>> {
      const held = Promise.withResolvers<void>()
      const given = Promise.withResolvers<void>()
      const work = server.services.db.administer(async (client) => {
        await client.query('begin')
        await client.query('lock table visitor in access exclusive mode')
        held.resolve()
        await given.promise
        await client.query('rollback')
      })
      await held.promise
      return () => {
        given.resolve()
        return work
      }
    },
    comes: () => run('drop view visitor; drop function away; alter table visitor_kept rename to visitor'),
  }
}
