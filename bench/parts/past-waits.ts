import type { Database } from './database.ts'

/** A month of an account with this many waits, whose agents work in two shifts. */
export async function fillWaits(database: Database, waits: number): Promise<void> {
  await database.query(`
    create temporary table one as select account_id, min(id) as first, count(*) as channels,
      (floor(extract(epoch from now()) * 1000))::bigint as now from channel group by 1;
    create temporary table shift as select ca.agent_id, row_number() over (order by ca.agent_id) % 2 as half
      from channel_agent ca join agent a on a.account_id = ca.account_id and a.id = ca.agent_id where a.role = 'agent';
    insert into presence_change (account_id, agent_id, at, online)
      select account_id, agent_id, to_timestamp((now - d * 86400000::bigint + (half * 12 + e * 12) * 3600000::bigint) / 1000.0), e = 0
      from one, shift, generate_series(2, 30) d, generate_series(0, 1) e;
    insert into chat_wait (account_id, chat_id, channel_id, visitor_number, began_at, ended_at, agent_id, held_until)
      select o.account_id, n, c.channel_id, n, began, began + interval '40 s', c.agent_id, began + interval '40 s' + (120 + n % 600) * interval '1 s'
      from one o, generate_series(1, ${waits}) n,
        lateral (select to_timestamp((now - 29 * 86400000::bigint + n * (27 * 86400000::bigint / ${waits})) / 1000.0) as began) b,
        lateral (select channel_id, agent_id from channel_agent where account_id = o.account_id and agent_id > 1
          order by agent_id offset n % (select count(*) from channel_agent where agent_id > 1) limit 1) c;
    drop table one, shift;`)
  await database.query('vacuum analyze')
}
