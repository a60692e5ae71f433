import type { TrunkStatus } from '@deskbell/protocol/agent/call-trunk'
import { CALL_SETTINGS_ROUTES } from '@deskbell/protocol/agent/routes/calls'
import type { Api } from '../agent-api/add-routes.ts'
import { changeAndRefresh } from '../agent-api/change-and-refresh.ts'
import { serve } from '../agent-api/serve.ts'
import { retrySerialization } from '../db/retry.ts'
import { Invalid } from '../platform/errors.ts'
import { changeSettings } from '../settings/account-settings.ts'
import { trunkPasswordContext } from '../settings/trunk-password.ts'
import { callSettingsOf } from '../settings/call-times.ts'
import { notFound } from '../settings/change.ts'
import type { Services } from '../services.ts'
import type { EngineKeeper } from './media/keeper.ts'
import { readTrunk, removeTrunk, setTrunk } from './trunks/rows.ts'
import type { Trunks } from './trunks/trunks.ts'

type Needs = Pick<Services, 'clock' | 'db' | 'directory' | 'keys'> & {
  readonly trunks: Pick<Trunks, 'wake'>
  readonly keeper: Pick<EngineKeeper, 'state'>
}

/** The settings of calls, and the trunk. */
export function callSettingsRoutes(app: Api, services: Needs): void {
  const { clock, db, directory, keys, trunks, keeper } = services

  async function statusOf(account: number): Promise<TrunkStatus> {
    const found = await db.asAccount(account, (tx) => readTrunk(tx, account))
    const { settings = null, state = null, why = null, since = null } = found ?? {}
    return { trunk: settings, state, why, since, engine: keeper.state }
  }

  serve(app, CALL_SETTINGS_ROUTES, {
    readCallSettings: ({ who }) => callSettingsOf(directory, who.account),
    async changeCallSettings({ who, body }) {
      await changeAndRefresh(services, who.account, (tx) => changeSettings(tx, who.account, { calls: body }))
      return callSettingsOf(directory, who.account)
    },
    readTrunk: ({ who }) => statusOf(who.account),
    async setTrunk({ who: { account }, body: { password, ...settings } }) {
      const sealed = password === undefined ? undefined : keys.seal(password, trunkPasswordContext(account))
      const given = { account, settings, password: sealed, now: clock.now() }
      const isSet = await retrySerialization(() => db.asAccount(account, (tx) => setTrunk(tx, given)))
      if (!isSet) throw new Invalid('/password', { reason: 'empty' })
      trunks.wake()
      return statusOf(account)
    },
    async removeTrunk({ who: { account } }) {
      if (!(await db.asAccount(account, (tx) => removeTrunk(tx, account)))) throw notFound('trunk')
      trunks.wake()
    },
  })
}
