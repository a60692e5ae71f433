import type { Db } from '../../db/db.ts'
import { statement } from '../../db/statement.ts'
import type { KeptDialog, KeptInvite } from '../sip/thread-messages.ts'

const keepStatement = statement(
  'call_leg_keep',
  `insert into call_leg (account_id, call_id, leg, dialog) values ($1, $2, $3, $4::jsonb)
   on conflict (account_id, leg) do update set dialog = excluded.dialog`,
)
const dropStatement = statement('call_leg_drop', 'delete from call_leg where account_id = $1 and leg = $2')
const keptStatement = statement('call_legs_kept', 'select leg, dialog from call_leg where account_id = $1 order by leg')

/** How the telephones of a call are ended: they are to become free when the process was killed. */
export type KeptLeg = KeptDialog | KeptInvite

/** The telephones that ring or talk. */
export interface Legs {
  /** `call`: null for a telephone that belongs to no call. */
  keep(leg: { account: number; call: number | null; leg: string; kept: KeptLeg }): Promise<void>
  drop(account: number, leg: string): Promise<void>
  read(account: number): Promise<{ leg: string; dialog: KeptLeg }[]>
}

export const makeLegs = (db: Db): Legs => ({
  async keep({ account, call, leg, kept }) {
    await db.query(keepStatement, [account, call, leg, JSON.stringify(kept)])
  },
  async drop(account, leg) {
    await db.query(dropStatement, [account, leg])
  },
  read: (account) => db.query(keptStatement, [account]),
})
