import type { Call, ForwardCall, PlaceCall } from '@deskbell/protocol/agent/call'
import { OUTGOING_CALL_ROUTES } from '@deskbell/protocol/agent/routes/calls'
import { OUTSIDE } from '@deskbell/rules/calls/index'
import { scopeOf } from '../agent-api/access.ts'
import type { Api } from '../agent-api/add-routes.ts'
import { personOf } from '../agent-api/messages.ts'
import { serve } from '../agent-api/serve.ts'
import type { SignedIn } from '../agent-api/signed-in.ts'
import { mergeContacts } from '../conversation/contact/merge.ts'
import { statement } from '../db/statement.ts'
import { Invalid, Refused } from '../platform/errors.ts'
import type { Services } from '../services.ts'
import { callSettingsOf } from '../settings/call-times.ts'
import { notFound } from '../settings/change.ts'
import { isUsedUp, readDayCounts } from './day-counts.ts'
import { EXTENSION, toDialled, toFieldReason, type CalledNumbers } from './dialled.ts'
import { phoneOf } from './phones.ts'
import type { Carriers } from './carriers.ts'
import { findCall } from './find-call.ts'
import { checkFree } from './free-agent.ts'
import { changed, refusedAs } from './refusals.ts'
import { readTrunk } from './trunks/rows.ts'

/** `$3`: the channels that the agent sees, or null for all; `$4`: one visitor, or null for the newest. */
const calleeStatement = statement(
  'call_callee',
  `select k.phone, v.number, v.key, v.channel_id as channel from contact k
   left join lateral (select number, key, channel_id, coalesce(seen_at, created_at) as seen from visitor
     where account_id = k.account_id and contact_id = k.id and ($3::int[] is null or channel_id = any($3))
       and ($4::int is null or number = $4) order by seen desc, number desc limit 1) v on true
   where k.account_id = $1 and k.id = $2 and k.active_at is not null`,
)
const sameStatement = statement(
  'call_of_key',
  `select id, state->>'phone' as phone from call where account_id = $1 and visitor_number = $2 and request = $3`,
)
interface Callee {
  readonly phone: string | null
  readonly number: number
  readonly key: string
  readonly channel: number
}

type Needs = Pick<Services, 'callCommit' | 'clock' | 'commit' | 'contactChanges' | 'db' | 'directory' | 'ids'> & {
  readonly carriers: Carriers
}

/** Calls of agents to the telephones of contacts. */
export function outgoingCallRoutes(app: Api, services: Needs): void {
  const { callCommit, commit, contactChanges, db, carriers, directory, ids } = services

  async function findCallee(who: SignedIn, { contact, visitor, phone }: PlaceCall): Promise<Callee> {
    const { channels } = scopeOf(directory, who.agent)
    const values = [who.account, contact, channels, visitor ?? null]
    const read = async () => {
      const [found] = await db.asAccount(who.account, (tx) =>
        tx.query<{ [Field in keyof Callee]: Callee[Field] | null }>(calleeStatement, values),
      )
      const { phone: known = null, number = null, key = null, channel = null } = found ?? {}
      const isMet = number !== null && key !== null && channel !== null
      return { found, callee: isMet ? { phone: known, number, key, channel } : undefined }
    }
    const { found, callee } = await read()
    if (callee) return callee
    // A contact whose visitors the agent may not see is refused like a missing one (T17).
    if (!found || channels !== null) throw notFound('contact') // guard T18
    if (visitor !== undefined) throw notFound('visitor')
    const given = phone ?? found.phone
    if (given === null) throw new Invalid('/phone', { reason: 'no_phone_known' })
    await meet(who, contact, given)
    const { callee: met } = await read()
    if (met) return met
    throw new Refused('no_visitor', 'This contact has no visitor: a call belongs to one. They have to write first.')
  }

  /** A contact who never wrote, such as an imported one, gets a visitor, to whom calls belong. */
  async function meet(who: SignedIn, contact: number, phone: string): Promise<void> {
    const { account } = who
    const { incoming } = callSettingsOf(directory, account)
    const channel = incoming ?? directory.channels(account).find(({ kind }) => kind === 'widget')?.id
    if (channel === undefined) return
    const key = `contact:${contact}`
    const met = await commit({ account, target: { channel, key }, meets: true, visitor: { phone } })
    if (met.kind !== 'done' || met.visitor.contact === contact) return
    await mergeContacts(
      contactChanges,
      { account, agent: personOf(who) },
      { id: contact, other: met.visitor.contact },
      {},
    )
  }

  /** Throws Refused with what is missing, unless a process can call telephones now. */
  async function checkLine(account: number): Promise<void> {
    if (carriers.canCall(account)) return
    if (carriers.of(account) === 'twilio')
      throw new Refused('trunk_not_ready', 'The provider refuses the account. See GET /api/call-provider.')
    const trunk = await db.asAccount(account, (tx) => readTrunk(tx, account))
    if (!trunk) throw new Refused('no_trunk', 'No trunk is set: set one with PUT /api/call-trunk.')
    if (trunk.state !== 'ready')
      throw new Refused(
        'trunk_not_ready',
        `The trunk takes no calls now: it is ${trunk.state}. See GET /api/call-trunk.`,
      )
    throw new Refused('no_media_engine', 'The media engine does not run: apt install rtpengine-daemon.')
  }

  async function checkCount(account: number, phone: string): Promise<void> {
    const { perNumber, minutesPerNumber } = callSettingsOf(directory, account)
    const { number } = await readDayCounts(services, { account, visitor: null, address: null, phone })
    if (isUsedUp(number, { calls: perNumber, minutes: minutesPerNumber }))
      throw new Refused(
        'called_too_often',
        `This number was called ${number.calls} times, for ${Math.floor(number.minutes)} minutes, in 24 hours: that is the limit.`,
      )
  }

  async function findSame({ account }: SignedIn, { number }: Callee, request: string) {
    const [same] = await db.query<{ id: number; phone: string }>(sameStatement, [account, number, request])
    return same
  }

  const isByPhone = (account: number, agent: number): boolean =>
    phoneOf(directory, account, agent)?.browserRings === false

  /** The number, as it is dialled. Throws Invalid. */
  function dial(given: string, called: CalledNumbers): string {
    // People write dots and slashes between digits, too.
    const dialled = toDialled(given.replaceAll(/[./]/g, ''), called)
    if (dialled.why) throw new Invalid('/phone', toFieldReason(dialled, called.countries))
    return dialled.number
  }

  async function forward(who: SignedIn, id: number, body: ForwardCall): Promise<Call> {
    const { account } = who
    const { carrier } = await findCall(services, who, id)
    const phone = EXTENSION.test(body.phone) ? body.phone : dial(body.phone, callSettingsOf(directory, account))
    await checkLine(account)
    if (carrier === 'direct')
      throw new Refused(
        'no_media_engine',
        'This call began without the media engine: the browsers carry it, and it cannot go to a telephone.',
      )
    const to = { id: OUTSIDE, name: phone }
    const command = { type: 'call.invite', agent: personOf(who), to, handsOver: true } as const
    changed(await callCommit.change(account, id, [command]))
    return findCall(services, who, id)
  }

  async function place(who: SignedIn, body: PlaceCall, key: string | undefined): Promise<Call> {
    const { account, agent } = who
    const callee = await findCallee(who, body)
    const settings = callSettingsOf(directory, account)
    const { record: records } = settings
    const given = body.phone ?? callee.phone
    if (given === null) throw new Invalid('/phone', { reason: 'no_phone_known' })
    const phone = dial(given, settings)
    const request = `agent ${agent.id} ${key ?? ids.uuid()}`
    const same = await findSame(who, callee, request)
    if (same && same.phone !== phone)
      throw new Refused('idempotency_mismatch', 'This key was used for a call to another number.')
    if (!same) {
      await checkLine(account)
      await checkFree(db, who)
      await checkCount(account, phone)
    }
    const person = personOf(who)
    const carrier = carriers.of(account)
    // Over the provider the telephone of the agent rings first.
    if (carrier === 'twilio' && !carriers.hasPhone(account, agent.id))
      throw new Refused('phone_only', 'Calls go to your own telephone first: choose it with PUT /api/me/calls.')
    const outcome = await callCommit.start({
      ...{ account, visitor: { channel: callee.channel, key: callee.key }, carrier, request },
      command: { type: 'call.start', call: 'outgoing', phone, records, by: person },
      // Who calls in a browser is there already (C17); their own telephone rings first.
      also: carrier === 'twilio' || isByPhone(account, agent.id) ? [] : [{ type: 'call.accept', agent: person }],
    })
    if (outcome.kind === 'refused') throw refusedAs(outcome.why.refused)
    return findCall(services, who, outcome.call.id)
  }

  serve(app, OUTGOING_CALL_ROUTES, {
    forwardCall: ({ who, params, body }) => forward(who, params.call, body),
    placeCall: ({ who, headers, body }) => place(who, body, headers['idempotency-key']),
  })
}
