import type { Alerts } from '@deskbell/protocol/agent/alerts'
import { ALERT_CONFIRM_ROUTES, ALERT_ROUTES } from '@deskbell/protocol/agent/routes/alerts'
import type { Api } from '../agent-api/add-routes.ts'
import { tooMuch } from '../agent-api/meter.ts'
import { serve } from '../agent-api/serve.ts'
import type { SignedIn } from '../agent-api/signed-in.ts'
import { makeLimiter } from '../platform/limiter.ts'
import { notFound } from '../settings/change.ts'
import type { Services } from '../services.ts'
import type { Confirm } from './confirm.ts'
import { findDevice, putDevice, readDevices, removeDevice, toDevice } from './devices.ts'
import type { AlertKeys } from './keys.ts'
import { readLog } from './log.ts'
import { DEFAULTS, readSettings, writeSettings } from './settings.ts'
import type { SendTest } from './send-test.ts'
import type { AlertTokens } from './token.ts'

type Needs = Pick<Services, 'clock' | 'db'> & {
  readonly keysOf: (account: number) => Promise<AlertKeys>
  readonly tokens: AlertTokens
  readonly confirm: Confirm
  readonly sendTest: SendTest
  /** Settings have changed: alerts that wait for the end of quiet hours are decided again. */
  readonly onChanged: (account: number) => Promise<void>
  /** The server can send mail. */
  readonly mail: boolean
}

/** Tests of devices for each agent and second, and the burst: each is a request to a push service. */
const TESTS = { rate: 0.2, burst: 6 }

/** Routes of the agent API: how and where an agent is alerted. */
export function alertRoutes(app: Api, needs: Needs): void {
  const { clock, db, keysOf, tokens, confirm, sendTest, onChanged, mail } = needs
  const tests = makeLimiter({ clock, name: 'alert tests', ...TESTS })

  async function shown({ account, agent: { id } }: SignedIn): Promise<Alerts> {
    const { publicKey } = await keysOf(account)
    return db.asAccount(account, async (tx) => ({
      settings: (await readSettings(tx, account, id)).get(id) ?? DEFAULTS,
      devices: (await readDevices(tx, account, id)).map(toDevice),
      publicKey,
      mail,
    }))
  }

  serve(app, ALERT_ROUTES, {
    readAlerts: ({ who }) => shown(who),
    async changeAlerts({ who, body }) {
      await db.asAccount(who.account, (tx) => writeSettings(tx, who.account, who.agent.id, body))
      await onChanged(who.account)
      return shown(who)
    },
    listAlerts: async ({ who: { account, agent } }) => ({
      alerts: await db.asAccount(account, (tx) => readLog(tx, account, agent.id)),
    }),
    putAlertDevice: ({ who: { account, agent, session }, body }) =>
      db.asAccount(account, async (tx) => {
        const owner = { account, agent: agent.id, session: session.hash ?? null }
        return toDevice(await putDevice(tx, owner, body, clock.now()))
      }),
    async removeAlertDevice({ who: { account, agent }, params: { device } }) {
      const removed = await db.asAccount(account, (tx) => removeDevice(tx, account, agent.id, device))
      if (!removed) throw notFound('device')
    },
    async testAlertDevice({ who: { account, agent }, params }) {
      const device = await db.asAccount(account, (tx) => findDevice(tx, account, params.device))
      if (device?.agent_id !== agent.id) throw notFound('device') // guard T17
      const taken = tests.take(`${account}:${agent.id}`)
      if (!taken.ok) throw tooMuch(taken.retryAfterSeconds) // guard T46
      return { alert: await sendTest(account, device) }
    },
  })
  serve(app, ALERT_CONFIRM_ROUTES, {
    async confirmAlert({ body: { token, step } }) {
      const named = tokens.read(token)
      if (named) await confirm({ account: named.account, alerts: [named.alert], agent: null, step })
    },
  })
}
