import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { textOf } from './texts.ts'

const CHATS = 1000
const CLIENTS = 32

/** A message and its chat, in the simplest tables. */
export const TABLES = `
  create table chat (id int primary key, last int not null, preview text not null, at timestamptz not null)
    with (fillfactor = 70);
  create table message (id bigint generated always as identity primary key, chat_id int not null, body text not null,
    at timestamptz not null);
  insert into chat select n, 0, '', now() from generate_series(1, ${CHATS}) n;`

const SCRIPT = `\\set chat random(1, ${CHATS})
begin;
insert into message (chat_id, body, at) values (:chat, '${textOf('pgbench')}', now());
update chat set last = last + 1, preview = '${textOf('pgbench').slice(0, 120)}', at = now() where id = :chat;
commit;
`

/** The rate of Postgres for one BEGIN, INSERT, UPDATE, COMMIT per message, by pgbench with 32 clients. */
export async function runPgbench(url: string, seconds: number): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'deskbell-bench-'))
  try {
    const file = join(folder, 'message.sql')
    writeFileSync(file, SCRIPT)
    const { stdout } = await promisify(execFile)('pgbench', [
      ...['--no-vacuum', '--protocol=prepared', `--client=${CLIENTS}`, '--jobs=2', `--time=${seconds}`],
      ...['--file', file, url],
    ])
    const rate = /tps = ([\d.]+)/.exec(stdout)?.[1]
    if (rate === undefined) throw new Error(`pgbench said: ${stdout}`)
    return Number(rate)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
