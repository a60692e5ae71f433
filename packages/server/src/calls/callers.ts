import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/max'
import type { ConversationKey } from '../conversation/commit/locate.ts'
import { statement } from '../db/statement.ts'
import type { Services } from '../services.ts'
import { callSettingsOf } from '../settings/call-times.ts'

/** A number may call so often in this time (ms): who calls without end is refused, and nothing is stored. */
export const CALLS_OF_NUMBER = { most: 10, within: 10 * 60_000 }

/** The visitor who called with this number last, or else the newest one of a contact with it. */
const callerStatement = statement(
  'call_caller',
  `select v.channel_id as channel, v.key, v.blocked_at is not null as blocked,
     (select count(*)::int from call c where c.account_id = $1 and c.state->>'phone' = $2 and c.state->>'type' = 'incoming'
       and c.started_at > $4) as calls
   from visitor v
   where v.account_id = $1 and v.number = coalesce(
     (select c.visitor_number from call c where c.account_id = $1 and c.state->>'phone' = $2 order by c.started_at desc limit 1),
     (select o.number from contact k join visitor o on o.account_id = $1 and o.contact_id = k.id
       where k.account_id = $1 and phone_digits(k.phone) = any($3::text[]) order by o.seen_at desc limit 1))`,
)

/** A client who calls. `phone`: empty where they keep it secret. */
export interface Caller {
  readonly visitor: ConversationKey
  readonly phone: string
}

/** `off`: calls that come in are not answered. `blocked`: an agent has blocked the visitor. `too_many`: they call without end. */
export type NoCaller = 'off' | 'blocked' | 'too_many'

/** Who calls, by the number: a visitor who is known by it, or a new one. */
export type FindCaller = (account: number, from: string) => Promise<Caller | NoCaller>

type Needs = Pick<Services, 'clock' | 'commit' | 'db' | 'directory' | 'ids'>

export function makeFindCaller({ clock, commit, db, directory, ids }: Needs): FindCaller {
  return async (account, from) => {
    const { incoming: channel, countries } = callSettingsOf(directory, account)
    if (channel === null || !directory.channel(account, channel)) return 'off'
    const { phone, digits } = toCaller(from, countries)
    const known = phone === '' ? undefined : await readCaller(account, phone, digits)
    if (known?.blocked) return 'blocked'
    if (known && known.calls >= CALLS_OF_NUMBER.most) return 'too_many'
    const { channel: of, key } = known ?? (await meet(account, channel, phone))
    return { visitor: { channel: of, key }, phone }
  }

  async function readCaller(account: number, phone: string, digits: readonly string[]) {
    const since = new Date(clock.now() - CALLS_OF_NUMBER.within)
    const values = [account, phone, digits, since]
    const [row] = await db.query<ConversationKey & { blocked: boolean; calls: number }>(callerStatement, values)
    return row
  }

  /** A caller who is not known is a new visitor. Without a number it is another one each time. */
  async function meet(account: number, channel: number, phone: string): Promise<ConversationKey> {
    const key = `tel:${phone === '' ? ids.uuid() : phone}`
    await commit({
      ...{ account, target: { channel, key }, meets: true },
      ...(phone !== '' && { visitor: { phone } }),
    })
    return { channel, key }
  }
}

/** The number as it is called back, and how contacts may have written it: as digits. Empty: it is kept secret. */
export function toCaller(from: string, countries: readonly string[]): { phone: string; digits: string[] } {
  const number = parsePhoneNumberFromString(from, countries[0] as CountryCode | undefined)
  if (number?.isValid()) {
    const national = number.formatNational().replace(/\D/g, '')
    return { phone: number.number, digits: [number.number.slice(1), national] }
  }
  // An extension of the exchange, or a number of no country.
  const plain = /^\+?\d{2,15}$/.test(from) ? from : ''
  return { phone: plain, digits: plain === '' ? [] : [plain.replace('+', '')] }
}
