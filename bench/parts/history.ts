import { textOf } from './texts.ts'
import type { Database } from './database.ts'

export interface History {
  readonly chats: number
  /** How many of them are open; the others are closed. */
  readonly open: number
  /** In each chat. */
  readonly entries: number
  /** Visitors of open chats are named like those of the generator with this many connections. */
  readonly connections: number
}

/**
 * Fills a database like that of a long-running server: every third chat belongs to a returning visitor. The texts of a
 * chat begin with its number.
 */
export async function fill(database: Database, { chats, open, entries, connections }: History): Promise<void> {
  const closed = chats - open
  const visitors = Math.max(open, Math.ceil((chats * 2) / 3))
  const text = `'${textOf('history')}'`
  const preview = `'${textOf('history').slice(0, 120)}'`
  await database.query(`
    create temporary table one as select account_id, id as channel_id, floor(extract(epoch from now()) * 1000)::bigint as now
      from channel order by id limit 1;
    create temporary table old as
      select n as id, case when n > ${closed} then n - ${closed} else 1 + (n - 1) % ${visitors} end as visitor,
        now - (${chats} - n) * 20000::bigint as at, n <= ${closed} as is_closed
      from generate_series(1, ${chats}) n, one;

    insert into contact (account_id, id, created_at) select account_id, n, now() from generate_series(1, ${visitors}) n, one;
    insert into visitor (account_id, number, contact_id, channel_id, key, chats, created_at)
      select account_id, n, n, channel_id, case when n <= ${open}
        then 'v' || (n - 1) % ${connections} || '-' || (n - 1) / ${connections} else 'old-' || n end, 1, now()
      from generate_series(1, ${visitors}) n, one;

    insert into chat (account_id, id, channel_id, visitor_number, state, agent_id, waiting_since, active_minute, opened_at,
        closed_at)
      select account_id, id, channel_id, visitor, jsonb_build_object(
          'owner', jsonb_build_object('kind', case when is_closed then 'nobody' else 'queue' end),
          'epoch', case when is_closed then 2 else 1 end, 'last', ${entries}, 'lastAt', at, 'openedAt', at - 600000,
          'closedAt', case when is_closed then at end, 'waitingSince', case when not is_closed then at - 600000 end,
          'received', ${entries / 2}, 'preview', jsonb_build_object('text', ${preview}, 'from', 'visitor'),
          'invite', null, 'failed', jsonb_build_array()),
        null, case when not is_closed then to_timestamp((at - 600000) / 1000.0) end, at / 60000,
        to_timestamp((at - 600000) / 1000.0), case when is_closed then to_timestamp(at / 1000.0) end
      from old, one;

    insert into entry (account_id, chat_id, n, type, at, body)
      select account_id, id, n, 'message', to_timestamp((at - (${entries} - n) * 30000) / 1000.0), jsonb_build_object(
        'from', case when n % 2 = 0 then 'agent' else 'visitor' end, 'id', substr(md5(id::text || n), 1, 22), 'text',
          id || ' ' || ${text})
      from old, one, generate_series(1, ${entries}) n;

    insert into chat_words (account_id, chat_id, visitor_number, at, words, person, lines, starts, upto)
      select account_id, id, visitor, to_timestamp(at / 1000.0), array_to_tsvector(array['#' || account_id, id::text, 'history']), '',
        array[]::int[], array[]::int[], ${entries}
      from old, one;

    insert into account_number (account_id, chats, visitors, contacts) select account_id, ${chats}, ${visitors}, ${visitors} from one
      on conflict (account_id) do update set chats = excluded.chats, visitors = excluded.visitors,
        contacts = excluded.contacts;
    drop table old, one;`)
  await database.query('vacuum analyze')
}
