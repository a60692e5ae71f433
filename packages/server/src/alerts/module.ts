import { statement } from '../db/statement.ts'
import { rowsAfter } from '../maintenance/cleanups.ts'
import type { Module } from '../module.ts'
import { warning } from '../platform/log.ts'
import { makeRecent } from '../platform/recent.ts'
import type { Services } from '../services.ts'
import { callAlertEffect } from './call-effect.ts'
import { makeConfirm, makeLook } from './confirm.ts'
import { alertEffect } from './effects.ts'
import { makeEndSend } from './end-sends.ts'
import { alertData } from './erase.ts'
import { rememberExhausted } from './exhausted.ts'
import { makeAlertKeys } from './keys.ts'
import { pushEndpoint } from './new-deliveries.ts'
import { makeDecideOpen } from './open-first.ts'
import { makeIsOver } from './outcome.ts'
import { PUSH_POLICY, pushHandler } from './push.ts'
import { alertRoutes } from './routes.ts'
import { makeAlertRunner } from './runner.ts'
import { makeSendTest } from './send-test.ts'
import { readSettings } from './settings.ts'
import { decideQuietAlerts } from './statements.ts'
import { makeAlertTokens } from './token.ts'
import { watchUnattended } from './unattended.ts'

/** How long the log of alerts is kept (ms). */
const KEPT = 30 * 24 * 3600 * 1000

/** An alert to an open application goes by settings that another process has changed at most so long before (ms). */
const SETTINGS_FRESH = 2000

const clearAlerts = statement(
  'clear_alerts',
  `delete from alert where ctid = any(array(select ctid from alert where created_at < $1 and ended_at is not null limit $2))
   returning 1`,
)

type Needs = Pick<
  Services,
  | 'config'
  | 'db'
  | 'clock'
  | 'ids'
  | 'log'
  | 'keys'
  | 'directory'
  | 'presence'
  | 'processes'
  | 'agentAlerts'
  | 'worker'
  | 'sender'
  | 'settle'
>

/** Alerts to agents: who is alerted, on which device, and what became of it. */
export function alerts(needs: Needs): Module {
  const { db, clock, log, keys, directory, agentAlerts, worker } = needs
  const { publicUrl, smtpUrl } = needs.config
  const mail = smtpUrl !== undefined
  const exhausted = rememberExhausted()
  const runner = makeAlertRunner({
    ...needs,
    exhausted,
    mail,
    onLeased: worker.enqueue,
    onError: warning(log, 'alerts could not go further; the server tries again'),
  })
  const unattended = watchUnattended({
    ...needs,
    onAlarm: runner.wake,
    onError: warning(log, 'unattended chats could not be looked for; the server tries again'),
  })
  const settings = makeRecent({ clock, fresh: SETTINGS_FRESH, read: (account) => readSettings(db, account, null) })
  const keysOf = makeAlertKeys(db, keys)
  const tokens = makeAlertTokens(keys.derive('alerts'))
  const confirm = makeConfirm(db, clock.now)
  const endSend = makeEndSend(db, clock.now)
  const look = makeLook(db)
  const onError = warning(log, 'a confirmation of an alert could not be written')
  const onChanged = async (account: number) => {
    settings.forget()
    const again = await db.query(decideQuietAlerts, [account, new Date(clock.now())])
    if (again.length > 0) runner.wake()
  }
  const listen = () =>
    agentAlerts.subscribe({
      onAdded: runner.wake,
      onConfirmed: (confirmed) => void confirm(confirmed).catch(onError),
      async onMailed({ account, alert, failure }) {
        await endSend({ account, alert, device: null, failure, gone: null })
        if (failure !== null) runner.wake()
      },
      isOver: makeIsOver(db),
      onLooked: (looked) => void look(looked, clock.now()).catch(onError),
    })
  const makeKeys = () => {
    for (const { id } of directory.accounts()) keysOf(id).catch(warning(log, 'the key of web push could not be made'))
    return () => {}
  }
  return {
    name: 'alerts',
    effects: [
      alertEffect({
        ...needs,
        exhausted,
        decideOpen: makeDecideOpen({ ...needs, settings }),
        onWritten: runner.wake,
      }),
    ],
    callEffects: [callAlertEffect({ onWritten: runner.wake })],
    deliveries: {
      web_push: {
        policy: PUSH_POLICY,
        endpoint: () => pushEndpoint(undefined),
        handler: pushHandler({ ...needs, publicUrl, keysOf, tokens, endSend, onFailed: runner.wake }),
      },
    },
    personalData: { alerts: alertData },
    agentRoutes: (api) =>
      alertRoutes(api, { clock, db, keysOf, tokens, confirm, sendTest: makeSendTest(needs), onChanged, mail }),
    jobs: [{ start: listen }, { start: makeKeys }, { start: runner.start }, { start: unattended.sweeps.start }],
    gauges: [unattended.gauge],
    cleanups: [rowsAfter(db, clearAlerts, KEPT)],
  }
}
