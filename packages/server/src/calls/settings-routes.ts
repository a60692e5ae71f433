import type { OwnCalls } from '@deskbell/protocol/agent/call-settings'
import type { TrunkStatus } from '@deskbell/protocol/agent/call-trunk'
import { CALL_SETTINGS_ROUTES } from '@deskbell/protocol/agent/routes/calls'
import type { Api } from '../agent-api/add-routes.ts'
import { changeAndRefresh } from '../agent-api/change-and-refresh.ts'
import { serve } from '../agent-api/serve.ts'
import { retrySerialization } from '../db/retry.ts'
import { changeAgent } from '../identity/agents.ts'
import { Invalid, Refused } from '../platform/errors.ts'
import { changeSettings } from '../settings/account-settings.ts'
import { trunkPasswordContext } from '../settings/trunk-password.ts'
import { callSettingsOf } from '../settings/call-times.ts'
import { beginChange, notFound } from '../settings/change.ts'
import type { Services } from '../services.ts'
import type { Carriers } from './carriers.ts'
import type { EngineKeeper, EngineState } from './media/keeper.ts'
import { ownNumber } from './phones.ts'
import { readTrunk, removeTrunk, setTrunk } from './trunks/rows.ts'
import type { Trunks } from './trunks/trunks.ts'
import { readCarriers } from './twilio/rows.ts'
import type { ProviderSettings } from './twilio/settings.ts'

type Needs = Pick<Services, 'clock' | 'db' | 'directory' | 'keys'> & {
  readonly trunks: Pick<Trunks, 'canCall' | 'wake'>
  readonly keeper: Pick<EngineKeeper, 'state'>
  readonly carriers: Pick<Carriers, 'of'>
  readonly providerSettings: ProviderSettings
}

/** The settings of calls, and the trunk. */
export function callSettingsRoutes(app: Api, services: Needs): void {
  const { carriers, clock, db, directory, keys, trunks, keeper, providerSettings } = services

  /** The engine runs where the trunk is held. */
  const engineOf = (account: number): EngineState =>
    keeper.state.state === 'off' && trunks.canCall(account) ? { state: 'running', why: null } : keeper.state

  async function statusOf(account: number): Promise<TrunkStatus> {
    const found = await db.asAccount(account, (tx) => readTrunk(tx, account))
    const { settings = null, state = null, why = null, since = null, next = null } = found ?? {}
    return { trunk: settings, state, why, since, next, engine: engineOf(account) }
  }

  const ownCallsOf = (account: number, agent: number): OwnCalls => ({
    on: directory.agent(account, agent)?.callsOn ?? 'browser',
    inBrowser: carriers.of(account) === 'sip',
    number: ownNumber(directory, account, agent) ?? null,
  })

  serve(app, CALL_SETTINGS_ROUTES, {
    readCallSettings: ({ who }) => callSettingsOf(directory, who.account),
    async changeCallSettings({ who, body }) {
      const { incoming } = body
      if (incoming && directory.channel(who.account, incoming)?.accountId !== who.account)
        throw new Invalid('/incoming', { reason: 'no_channel', number: incoming })
      await changeAndRefresh(services, who.account, (tx) => changeSettings(tx, who.account, { calls: body }))
      return callSettingsOf(directory, who.account)
    },
    readOwnCalls: ({ who: { account, agent } }) => ownCallsOf(account, agent.id),
    async setOwnCalls({ who: { account, agent }, body: { on } }) {
      if (on !== 'browser' && ownNumber(directory, account, agent.id) === undefined)
        throw new Refused(
          'no_own_phone',
          'Enter a telephone number in your profile that calls may go to: with its country, or an extension of the exchange.',
        )
      await changeAndRefresh(services, account, (tx) => changeAgent({ tx, account }, agent, agent.id, { callsOn: on }))
      return ownCallsOf(account, agent.id)
    },
    readTrunk: ({ who }) => statusOf(who.account),
    async setTrunk({ who: { account }, body: { password, ...settings } }) {
      const sealed = password === undefined ? undefined : keys.seal(password, trunkPasswordContext(account))
      const given = { account, settings, password: sealed, now: clock.now() }
      const isSet = await retrySerialization(() =>
        db.asAccount(account, async (tx) => {
          await beginChange(tx, account)
          if ((await readCarriers(tx, account)).provider)
            throw new Refused(
              'other_carrier',
              'Calls go over a provider: remove it with DELETE /api/call-provider first.',
            )
          return setTrunk(tx, given)
        }),
      )
      if (!isSet) throw new Invalid('/password', { reason: 'empty' })
      trunks.wake()
      return statusOf(account)
    },
    async removeTrunk({ who: { account } }) {
      if (!(await db.asAccount(account, (tx) => removeTrunk(tx, account)))) throw notFound('trunk')
      trunks.wake()
    },
    readCallProvider: ({ who }) => providerSettings.statusOf(who.account),
    setCallProvider: ({ who, body }) => providerSettings.set(who.account, body),
    removeCallProvider: ({ who }) => providerSettings.remove(who.account),
  })
}
