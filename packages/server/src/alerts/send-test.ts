import { statement } from '../db/statement.ts'
import { deliveryRows } from '../deliveries/rows.ts'
import { insertDeliveries } from '../deliveries/statements.ts'
import type { Services } from '../services.ts'
import { pushOriginOf, type DeviceRow } from './devices.ts'
import { toDelivery } from './new-deliveries.ts'
import { insertSends } from './statements.ts'

/** It has ended already: a test goes to no other device. */
const insertTest = statement(
  'alert_insert_test',
  `insert into alert (account_id, cause, agent_id, created_at, ended_at, outcome) values ($1, 'test', $2, $3, $3, 'test')
   returning id`,
)

/** Alerts one device as a test, by web push where it has a subscription. Resolves with the id of the alert in the log. */
export type SendTest = (account: number, device: DeviceRow) => Promise<string>

type Needs = Pick<Services, 'db' | 'clock' | 'ids' | 'directory' | 'agentAlerts'>

export function makeSendTest({ db, clock, ids, directory, agentAlerts }: Needs): SendTest {
  return async (account, { id: device, key, agent_id: agent, subscription }) => {
    const id = ids.uuid()
    const at = new Date(clock.now())
    const means = subscription ? 'push' : 'open'
    await db.transaction(async (tx) => {
      const [alert] = await tx.query<{ id: number }>(insertTest, [account, agent, at])
      const row = { account_id: account, id, alert_id: alert?.id, agent_id: agent, means, device_id: device }
      await tx.query(insertSends, [JSON.stringify([row]), at])
      const about = {
        account_id: account,
        chat_id: null,
        entry_n: null,
        task_id: null,
        call_id: null,
        cause: 'test' as const,
      }
      const delivery = toDelivery(directory, {
        id,
        alert: about,
        target: { agent, means, device },
        origin: subscription ? pushOriginOf(subscription) : undefined,
      })
      // Leased to no process: the next sweep finds it.
      if (delivery) await tx.query(insertDeliveries, [deliveryRows([delivery]), at, at, null])
    })
    if (means === 'open')
      agentAlerts.publish({
        account,
        agent,
        alert: id,
        what: 'test',
        signs: ['sound', 'browser'],
        device: key,
      })
    return id
  }
}
