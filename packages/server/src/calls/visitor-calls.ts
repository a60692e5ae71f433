import type { Tx } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import { CallNotPossible, type CallingVisitor, type VisitorCall, type VisitorCalls } from '../realtime/visitor-calls.ts'
import { callSettingsOf } from '../settings/call-times.ts'
import type { CallState } from '@deskbell/rules/calls/index'
import type { Services } from '../services.ts'
import type { CallPages } from './pages.ts'

const DAY = 24 * 3600 * 1000

const countStatement = statement(
  'calls_counted',
  `select (select count(*)::int from call where account_id = $1 and visitor_number = $2 and started_at > $4) as visitor,
     (select count(*)::int from call where account_id = $1 and address = $3 and started_at > $4) as address`,
)
const readStatement = statement(
  'call_of_visitor_read',
  `select id, state from call where account_id = $1 and visitor_number = $2
   and case when $3::int is null then ended_at is null else id = $3 end`,
)

type Needs = Pick<Services, 'availability' | 'callCommit' | 'callEvents' | 'clock' | 'db' | 'directory'> & {
  readonly pages: Pick<CallPages, 'here'>
}

/** What visitors can do about calls, on every channel whose connector lets them. */
export function makeVisitorCalls(needs: Needs): VisitorCalls {
  const { availability, callCommit, callEvents, clock, db, directory, pages } = needs

  async function read({ account, number }: CallingVisitor, call?: number): Promise<VisitorCall | undefined> {
    const [row] = await db.query<{ id: number; state: CallState }>(readStatement, [account, number, call ?? null])
    return row && { ...row, ice: callSettingsOf(directory, account).iceServers }
  }

  async function checkCounts(
    tx: Pick<Tx, 'query'>,
    { account, number }: CallingVisitor,
    address: string,
  ): Promise<void> {
    const { perVisitor, perAddress } = callSettingsOf(directory, account)
    const values = [account, number, address, new Date(clock.now() - DAY)]
    const [counted] = await tx.query<{ visitor: number; address: number }>(countStatement, values)
    const isOver = (count = 0, most: number) => most > 0 && count >= most
    if (isOver(counted?.visitor, perVisitor) || isOver(counted?.address, perAddress))
      throw new CallNotPossible('too_many')
  }

  const visitorCalls: VisitorCalls = {
    possible(channel) {
      if (!callSettingsOf(directory, channel.accountId).fromPage) return 'off'
      return availability.agents(channel) ? 'on' : 'closed'
    },
    async start(asked) {
      const { account, number, channel, key, request, phone, address } = asked
      const record = directory.channel(account, channel)
      // No trunk carries calls to telephones yet.
      const possible = record && phone === undefined ? visitorCalls.possible(record) : 'off'
      const same = await read(asked)
      if (possible !== 'on' && !same) throw new CallNotPossible(possible)
      if (!same) await checkCounts(db, asked, address)
      const outcome = await callCommit.start({
        ...{ account, visitor: { channel, key }, carrier: 'direct', request, address },
        command: { type: 'call.start', call: 'incoming', phone: '', records: false },
        // Who calls is there already (C17).
        also: [{ type: 'call.answered' }],
      })
      if (outcome.kind === 'refused')
        throw new CallNotPossible(outcome.why.refused === 'in_call' ? 'in_call' : 'closed')
      const found = await read({ account, number }, outcome.call.id)
      if (!found) throw new CallNotPossible('no_call')
      return found
    },
    read,
    async hangUp({ account, number }, call) {
      const found = await read({ account, number }, call)
      if (!found) throw new CallNotPossible('no_call') // guard T20
      await callCommit.change(account, call, [{ type: 'call.gone', side: 'client' }])
    },
    async signal({ account, number }, call, to, signal) {
      const found = await read({ account, number }, call)
      if (!found?.state.agents.some(({ id }) => id === to)) throw new CallNotPossible('no_call') // guard T20
      callEvents.signal({ account, call, from: { visitor: number }, to: { agent: to }, signal })
    },
    here: ({ account, number }) => pages.here({ account, visitor: number }),
  }
  return visitorCalls
}
