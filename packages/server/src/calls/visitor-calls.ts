import { statement } from '../db/statement.ts'
import {
  type CallAsked,
  CallNotPossible,
  type CallingVisitor,
  type VisitorCall,
  type VisitorCalls,
} from '../realtime/visitor-calls.ts'
import { callSettingsOf } from '../settings/call-times.ts'
import type { CallState } from '@deskbell/rules/calls/index'
import type { Services } from '../services.ts'
import type { Driver } from './carry/driver.ts'
import { toDialled } from './dialled.ts'
import type { CallPages } from './pages.ts'

const DAY = 24 * 3600 * 1000

const countStatement = statement(
  'calls_counted',
  `select (select count(*)::int from call where account_id = $1 and visitor_number = $2 and started_at > $4) as visitor,
     (select count(*)::int from call where account_id = $1 and address = $3 and started_at > $4) as address,
     (select count(*)::int from call where account_id = $1 and state->>'phone' = $5 and started_at > $4) as phone`,
)
const sameStatement = statement(
  'call_of_request',
  'select id from call where account_id = $1 and visitor_number = $2 and request = $3',
)
const readStatement = statement(
  'call_of_visitor_read',
  `select id, state from call where account_id = $1 and visitor_number = $2
   and case when $3::int is null then ended_at is null else id = $3 end`,
)

type Needs = Pick<Services, 'availability' | 'callCommit' | 'callEvents' | 'clock' | 'db' | 'directory'> & {
  readonly pages: Pick<CallPages, 'here'>
  readonly driver: Pick<Driver, 'canCall'>
}

/** What visitors can do about calls, on every channel whose connector lets them. */
export function makeVisitorCalls(needs: Needs): VisitorCalls {
  const { availability, callCommit, callEvents, clock, db, directory, driver, pages } = needs

  async function read({ account, number }: CallingVisitor, call?: number): Promise<VisitorCall | undefined> {
    const [row] = await db.query<{ id: number; state: CallState }>(readStatement, [account, number, call ?? null])
    return row && { ...row, ice: callSettingsOf(directory, account).iceServers }
  }

  /** The call that this request has started before. */
  async function findSame({ account, number, request }: CallAsked): Promise<boolean> {
    return (await db.query(sameStatement, [account, number, request])).length > 0
  }

  async function checkCounts({ account, number, address }: CallAsked, phone: string): Promise<void> {
    const { perVisitor, perAddress, perNumber } = callSettingsOf(directory, account)
    const values = [account, number, address, new Date(clock.now() - DAY), phone]
    const [counted] = await db.query<{ visitor: number; address: number; phone: number }>(countStatement, values)
    const isOver = (count = 0, most: number) => most > 0 && count >= most
    const { visitor, address: near, phone: same } = counted ?? {}
    if (isOver(visitor, perVisitor) || isOver(near, perAddress) || (phone !== '' && isOver(same, perNumber)))
      throw new CallNotPossible('too_many')
  }

  const visitorCalls: VisitorCalls = {
    possible(channel) {
      if (!callSettingsOf(directory, channel.accountId).fromPage) return 'off'
      return availability.agents(channel) ? 'on' : 'closed'
    },
    callback(channel) {
      if (!callSettingsOf(directory, channel.accountId).callback) return 'off'
      return driver.canCall(channel.accountId) && availability.agents(channel) ? 'on' : 'closed'
    },
    async start(asked) {
      const { account, number, channel, key, request, phone, address } = asked
      const record = directory.channel(account, channel)
      const { countries, record: records } = callSettingsOf(directory, account)
      const possibleOn = phone === undefined ? visitorCalls.possible : visitorCalls.callback
      const possible = record ? possibleOn(record) : 'off'
      const dialled = phone === undefined ? '' : toDialled(phone, countries)
      if (dialled === undefined) throw new CallNotPossible('bad_number')
      const same = await findSame(asked)
      if (!same) {
        if (possible !== 'on') throw new CallNotPossible(possible)
        await checkCounts(asked, dialled)
      }
      const outcome = await callCommit.start(
        phone === undefined
          ? {
              ...{ account, visitor: { channel, key }, carrier: 'direct', request, address },
              command: { type: 'call.start', call: 'incoming', phone: '', records: false },
              // Who calls is there already (C17).
              also: [{ type: 'call.answered' }],
            }
          : {
              ...{ account, visitor: { channel, key }, carrier: 'sip', request, address },
              command: { type: 'call.start', call: 'callback', phone: dialled, records },
            },
      )
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
