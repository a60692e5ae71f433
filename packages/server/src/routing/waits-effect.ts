import { releasedAt, waitMarkOf, waitsOf, type WaitMark } from '@deskbell/rules'
import type { Draft } from '../conversation/commit/draft.ts'
import type { Effect } from '../conversation/commit/effects.ts'
import { statement } from '../db/statement.ts'

const releaseStatement = statement(
  'chat_wait_release',
  `update chat_wait w set held_until = t.at from unnest($1::int[], $2::int[], $3::timestamptz[]) as t(account_id, chat_id, at)
   where w.account_id = t.account_id and w.chat_id = t.chat_id and w.agent_id is not null and w.held_until is null`,
)
const insertStatement = statement(
  'chat_wait_insert',
  `insert into chat_wait (account_id, chat_id, channel_id, visitor_number, department_id, tags, began_at, ended_at, agent_id,
     held_until, overflowed, first_department_id)
   select account_id, chat_id, channel_id, visitor_number, department_id, tags, began_at, ended_at, agent_id, held_until, overflowed,
     first_department_id
   from jsonb_to_recordset($1::jsonb) as r(account_id int, chat_id int, channel_id int, visitor_number int, department_id int,
     tags int[], began_at timestamptz, ended_at timestamptz, agent_id int, held_until timestamptz, overflowed text[],
     first_department_id int)`,
)

const toTime = (at: number | null) => (at === null ? null : new Date(at))

/** Writes each wait when an agent joins or the chat ends, and when that agent no longer has the chat. */
export const waitsEffect: Effect = {
  name: 'waits',
  plan(decisions) {
    const marks = new Map<Draft, WaitMark[]>()
    for (const { draft, entry } of decisions.made) {
      const mark = waitMarkOf(entry)
      if (!mark) continue
      const known = marks.get(draft)
      if (known) known.push(mark)
      else marks.set(draft, [mark])
    }
    if (marks.size === 0) return undefined
    return {
      write({ send }) {
        const released: { account: number; chat: number; at: Date }[] = []
        const rows: object[] = []
        for (const [draft, ofChat] of marks) {
          const conversation = decisions.drafts.get(draft)
          if (!conversation) continue
          const { before } = draft
          const { account, channel, numbered } = conversation
          const at = before.owner.kind === 'agent' ? releasedAt(ofChat) : null
          if (at !== null) released.push({ account, chat: draft.number, at: new Date(at) })
          const { tags } = draft.state
          const overflowed = before.overflow?.wait
          const begun = {
            at: before.waitingSince,
            team: before.department?.id ?? null,
            ...(overflowed && { overflowed }),
          }
          for (const wait of waitsOf(begun, ofChat))
            if (wait.until !== null)
              rows.push({
                ...{ account_id: account, chat_id: draft.number, channel_id: channel, visitor_number: numbered },
                ...{ department_id: wait.team, tags: tags?.map(({ id }) => id) ?? null },
                ...{ began_at: new Date(wait.at), ended_at: toTime(wait.until) },
                ...{ agent_id: wait.agent, held_until: toTime(wait.heldUntil) },
                ...{ overflowed: wait.overflowed?.to ?? null, first_department_id: wait.overflowed?.team ?? null },
              })
        }
        if (released.length > 0)
          send(releaseStatement, [
            released.map(({ account }) => account),
            released.map(({ chat }) => chat),
            released.map(({ at }) => at),
          ])
        if (rows.length > 0) send(insertStatement, [JSON.stringify(rows)])
      },
    }
  },
}
