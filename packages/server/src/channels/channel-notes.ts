import { reason, REASONS } from '@deskbell/protocol/agent/reasons'
import type { NoteCode } from '@deskbell/protocol/channel/customer'
import type { Db } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import type { Clock } from '../platform/clock.ts'

export type ChannelNoteCode = NoteCode | 'ignored_type' | 'not_connected' | 'too_many'

/** The texts that admins read; `detail` is the type that was sent. */
const TEXTS: Readonly<Record<ChannelNoteCode, (detail: string) => string>> = {
  unknown_type: (type) => reason('note_unknown_type', { type }),
  ignored_type: (type) => reason('note_ignored_type', { type }),
  file_name_missing: () => REASONS.note_file_name,
  file_size_missing: () => REASONS.note_file_size,
  not_connected: (why) => reason('note_not_connected', { reason: why }),
  too_many: () => REASONS.note_too_many,
}

const FLUSH_EVERY = 1000
/** The most distinct notes per channel. The limit is needed because a note holds words of others. */
const DIFFERENT_MAX = 100

const noteStatement = statement(
  'channel_note',
  `insert into channel_note as n (account_id, channel_id, code, text, count, at)
   select r.account_id, r.channel_id, r.code, r.text, r.count, $2
   from jsonb_to_recordset($1::jsonb) as r(account_id int, channel_id int, code text, text text, count bigint)
   where exists (select from channel c where c.account_id = r.account_id and c.id = r.channel_id)
     and ((select count(*) from channel_note m where m.account_id = r.account_id and m.channel_id = r.channel_id) < $3
       or exists (select from channel_note m where m.account_id = r.account_id and m.channel_id = r.channel_id
         and m.code = r.code and m.text = r.text))
   order by r.account_id, r.channel_id, r.code, r.text
   on conflict (account_id, channel_id, code, text) do update set count = n.count + excluded.count, at = excluded.at`,
)

export interface ChannelNotes {
  note(account: number, channel: number, code: ChannelNoteCode, detail?: string): void
  close(): Promise<void>
}

/** Counts the notes for operators of a channel (A15, A17) and writes the counts once a second. */
export function makeChannelNotes({
  db,
  clock,
  onError,
}: {
  db: Db
  clock: Clock
  onError: (error: unknown) => void
}): ChannelNotes {
  let counted = new Map<string, { account_id: number; channel_id: number; code: string; text: string; count: number }>()
  let cancel: (() => void) | undefined
  let writing = Promise.resolve()

  async function write(): Promise<void> {
    cancel?.()
    cancel = undefined
    if (counted.size === 0) return
    const rows = [...counted.values()]
    counted = new Map()
    try {
      await db.query(noteStatement, [JSON.stringify(rows), new Date(clock.now()), DIFFERENT_MAX])
    } catch (error) {
      onError(error)
    }
  }

  return {
    note(account, channel, code, detail = '') {
      const text = TEXTS[code](detail)
      const key = `${account}:${channel}:${code}:${text}`
      const known = counted.get(key)
      if (known) known.count++
      else if (counted.size < DIFFERENT_MAX * 10)
        counted.set(key, { account_id: account, channel_id: channel, code, text, count: 1 })
      cancel ??= clock.after(FLUSH_EVERY, () => void (writing = writing.then(write)))
    },
    async close() {
      await writing
      await write()
    },
  }
}
