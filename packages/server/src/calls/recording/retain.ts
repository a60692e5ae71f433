import type { CallEffect } from '../../conversation/calls/effects.ts'
import type { CallCommit } from '../../conversation/calls/commit.ts'
import type { Db } from '../../db/db.ts'
import { statement } from '../../db/statement.ts'

const DAY = 24 * 3600 * 1000
/** How many recordings are erased per pass. */
const AT_ONCE = 200

const oldStatement = statement(
  'recordings_old',
  `select id from call where account_id = $1 and state ? 'recording' and ended_at < $2 order by ended_at, id limit ${AT_ONCE}`,
)
const removeStatement = statement(
  'recording_remove',
  "delete from file where account_id = $1 and id = $2 and purpose = 'call'",
)

interface Retention {
  readonly db: Db
  readonly callCommit: Pick<CallCommit, 'change'>
  /** For how many days each account keeps recordings; 0: as long as their calls. */
  readonly keeps: () => readonly { readonly account: number; readonly days: number }[]
  /** A recording that could not be erased is tried again in the next pass; the others continue. */
  readonly onError: (error: unknown) => void
}

/** Erases the recordings of calls that ended longer ago than their account keeps them. Resolves with true when there may be more. */
export function makeRetainRecordings({ db, callCommit, keeps, onError }: Retention) {
  return async (now: number): Promise<boolean> => {
    let more = false
    for (const { account, days } of keeps()) {
      if (days === 0) continue
      const old = await db.query<{ id: number }>(oldStatement, [account, new Date(now - days * DAY)])
      let erased = 0
      for (const { id } of old)
        try {
          const { kind } = await callCommit.change(account, id, [{ type: 'call.erase_recording' }])
          if (kind === 'done') erased++
        } catch (error) {
          onError(error)
        }
      more ||= erased > 0 && old.length === AT_ONCE
    }
    return more
  }
}

/** Removes the row of an erased recording with the entry, and its bytes after it. What is left of the bytes, a sweep removes. */
export function recordingEffect(
  removeFile: (id: string) => Promise<void>,
  onError: (error: unknown) => void,
): CallEffect {
  return {
    name: 'recordings',
    plan({ account, before, entries }) {
      const file = before?.recording
      if (file === undefined || !entries.some(({ type }) => type === 'call.recording_erased')) return undefined
      return {
        write: ({ send }) => send(removeStatement, [account, file]),
        committed: () => void removeFile(file).catch(onError),
      }
    },
  }
}
