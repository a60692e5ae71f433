import { TWILIO_URL, type CallProviderBody, type CallProviderStatus } from '@deskbell/protocol/agent/call-provider'
import type { Db } from '../../db/db.ts'
import { retrySerialization } from '../../db/retry.ts'
import { Invalid, Refused } from '../../platform/errors.ts'
import type { Services } from '../../services.ts'
import { beginChange, notFound, refusedUrl } from '../../settings/change.ts'
import { providerTokenContext } from '../../settings/trunk-password.ts'
import type { Addresses } from './addresses.ts'
import type { Providers } from './providers.ts'
import { lockProvider, readCarriers, readProvider, removeProvider, setProvider, tellProvider } from './rows.ts'

type Needs = Pick<Services, 'clock' | 'db' | 'guard' | 'keys'> & {
  readonly providers: Providers
  readonly addresses: Pick<Addresses, 'incoming'>
}

/** The settings of the hosted provider. */
export function makeProviderSettings({ addresses, clock, db, guard, keys, providers }: Needs) {
  async function statusOf(account: number): Promise<CallProviderStatus> {
    const found = await db.asAccount(account, (tx) => readProvider(tx, account))
    const { settings = null, state = null, why = null, since = null } = found ?? {}
    return { provider: settings, state, why, since, incomingUrl: addresses.incoming(account) }
  }

  /** Runs with the account locked, so that it does not get a trunk and a provider at the same time. */
  const change = <T>(account: number, work: (tx: Parameters<Parameters<Db['asAccount']>[1]>[0]) => Promise<T>) =>
    retrySerialization(() =>
      db.asAccount(account, async (tx) => {
        await beginChange(tx, account)
        return work(tx)
      }),
    )

  return {
    statusOf,
    async set(account: number, { token, url = TWILIO_URL, ...rest }: CallProviderBody): Promise<CallProviderStatus> {
      const checked = guard.checkUrl(url, 'provider')
      if (!checked.ok) throw refusedUrl('/url', checked)
      const settings = { ...rest, url }
      const given = token === undefined ? undefined : keys.seal(token, providerTokenContext(account))
      await change(account, async (tx) => {
        const { trunk, live } = await readCarriers(tx, account)
        if (trunk)
          throw new Refused('other_carrier', 'Calls go over a trunk: remove it with DELETE /api/call-trunk first.')
        const before = await lockProvider(tx, account)
        // Telephones that ring at one account cannot be hung up at another one.
        const isOther =
          before && (before.settings.accountSid !== settings.accountSid || before.settings.url !== settings.url)
        if (isOther && live) throw new Refused('calls_live', 'Calls are going on over the provider.')
        const sealed = given ?? before?.token
        if (!sealed) throw new Invalid('/token', { reason: 'empty' })
        if (!given && URL.parse(before?.settings.url ?? '')?.origin !== URL.parse(url)?.origin)
          throw new Invalid('/token', { reason: 'given_elsewhere' }) // guard T39
        await setProvider(tx, { account, settings, token: sealed, now: clock.now() })
      })
      await providers.refresh()
      const of = providers.of(account)
      const said = of && (await providers.rest.check(of))
      // There is no such account.
      if (said && !said.ok && said.how === 'refused')
        await tellProvider(db, { account, state: 'refused', why: said.why, now: clock.now() })
      else if (said) {
        const why = said.ok ? null : said.why
        await tellProvider(db, { account, state: said.ok ? 'ok' : 'unreachable', why, now: clock.now() })
      }
      await providers.refresh()
      return statusOf(account)
    },
    async remove(account: number): Promise<void> {
      await change(account, async (tx) => {
        const { live } = await readCarriers(tx, account)
        if (live) throw new Refused('calls_live', 'Calls are going on over the provider.')
        if (!(await removeProvider(tx, account))) throw notFound('call provider')
      })
      await providers.refresh()
    },
  }
}
export type ProviderSettings = ReturnType<typeof makeProviderSettings>
