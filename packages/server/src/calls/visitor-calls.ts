import { statement } from '../db/statement.ts'
import {
  type CallAsked,
  CallNotPossible,
  type CallingVisitor,
  type VisitorCall,
  type VisitorCalls,
} from '../realtime/visitor-calls.ts'
import { callSettingsOf } from '../settings/call-times.ts'
import { hoursAt } from '@deskbell/rules'
import type { Services } from '../services.ts'
import { isUsedUp, readDayCounts } from './day-counts.ts'
import { toDialled, type Dialled } from './dialled.ts'
import { toCallCountries, toFormats } from './number-formats.ts'
import type { CallPages } from './pages.ts'
import { makeUsualWait } from './usual-wait.ts'
import type { Carriers } from './carriers.ts'

const sameStatement = statement(
  'call_of_request',
  'select id from call where account_id = $1 and visitor_number = $2 and request = $3',
)
const readStatement = statement(
  'call_of_visitor_read',
  `select id, carrier, state from call where account_id = $1 and visitor_number = $2
   and case when $3::int is null then ended_at is null else id = $3 end`,
)

type Needs = Pick<Services, 'availability' | 'callCommit' | 'callEvents' | 'clock' | 'db' | 'directory'> & {
  readonly pages: Pick<CallPages, 'here'>
  readonly carriers: Carriers
}

/** What visitors can do about calls, on every channel whose connector lets them. */
export function makeVisitorCalls(needs: Needs): VisitorCalls {
  const { availability, callCommit, callEvents, clock, db, directory, carriers, pages } = needs
  const usualWait = makeUsualWait(needs)

  async function read({ account, number }: CallingVisitor, call?: number): Promise<VisitorCall | undefined> {
    const [row] = await db.query<Pick<VisitorCall, 'id' | 'carrier' | 'state'>>(readStatement, [
      account,
      number,
      call ?? null,
    ])
    return row && { ...row, ice: callSettingsOf(directory, account).iceServers }
  }

  /** The call that this request has started before. */
  async function findSame({ account, number, request }: CallAsked): Promise<boolean> {
    return (await db.query(sameStatement, [account, number, request])).length > 0
  }

  async function checkCounts({ account, number, address }: CallAsked, phone: string): Promise<void> {
    const most = callSettingsOf(directory, account)
    const counted = await readDayCounts(needs, { account, visitor: number, address, phone })
    const { perVisitor, perAddress, perNumber, minutesPerVisitor, minutesPerAddress, minutesPerNumber } = most
    if (
      isUsedUp(counted.visitor, { calls: perVisitor, minutes: minutesPerVisitor }) ||
      isUsedUp(counted.address, { calls: perAddress, minutes: minutesPerAddress })
    )
      throw new CallNotPossible('too_many')
    if (isUsedUp(counted.number, { calls: perNumber, minutes: minutesPerNumber }))
      throw new CallNotPossible('number_too_many')
  }

  const visitorCalls: VisitorCalls = {
    possible(channel) {
      if (!callSettingsOf(directory, channel.accountId).fromPage) return 'off'
      return availability.agents(channel) ? 'on' : 'closed'
    },
    callback(channel) {
      const { callback, countries } = callSettingsOf(directory, channel.accountId)
      if (!callback || countries.length === 0) return 'off'
      return carriers.canCall(channel.accountId) && carriers.hasAgent(channel) ? 'on' : 'closed'
    },
    async form(channel, country) {
      const { accountId, workingHours } = channel
      const { countries: allowed, record: records } = callSettingsOf(directory, accountId)
      const countries = toCallCountries(allowed)
      const chosen = (countries.find((one) => one.country === country) ?? countries[0])?.country
      if (visitorCalls.callback(channel) === 'off' || chosen === undefined) throw new CallNotPossible('off')
      const { open: isOpen, until } = workingHours ? hoursAt(workingHours, clock.now()) : { open: true, until: null }
      const usual = await usualWait(accountId)
      return { countries, country: chosen, ...toFormats(chosen), records, isOpen, until, usual }
    },
    async start(asked) {
      const { account, number, channel, key, request, phone, country, address } = asked
      const record = directory.channel(account, channel)
      const { record: records, ...settings } = callSettingsOf(directory, account)
      const possibleOn = phone === undefined ? visitorCalls.possible : visitorCalls.callback
      const possible = record ? possibleOn(record) : 'off'
      const dialled: Dialled = phone === undefined ? { number: '' } : toDialled(phone, settings, country)
      if (dialled.why) throw new CallNotPossible(dialled.why)
      const same = await findSame(asked)
      if (!same) {
        if (possible !== 'on') throw new CallNotPossible(possible)
        await checkCounts(asked, dialled.number)
      }
      const carrier = carriers.ofPages(account)
      const outcome = await callCommit.start(
        phone === undefined
          ? {
              ...{ account, visitor: { channel, key }, carrier, request, address },
              // What browsers carry nobody records.
              command: { type: 'call.start', call: 'incoming', phone: '', records: records && carrier === 'engine' },
              // Who calls is there already (C17).
              also: [{ type: 'call.answered' }],
            }
          : {
              ...{ account, visitor: { channel, key }, carrier: carriers.of(account), request, address },
              command: { type: 'call.start', call: 'callback', phone: dialled.number, records },
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
      const party = found.carrier === 'direct' ? { agent: to } : ({ engine: true } as const)
      callEvents.signal({ account, call, from: { visitor: number }, to: party, signal })
    },
    here: ({ account, number }) => pages.here({ account, visitor: number }),
  }
  return visitorCalls
}
