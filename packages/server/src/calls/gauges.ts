import type { Gauge } from '../platform/metrics.ts'
import type { Driver } from './carry/driver.ts'
import type { EngineKeeper } from './media/keeper.ts'
import type { Trunks } from './trunks/trunks.ts'

interface Counted {
  readonly driver: Pick<Driver, 'count'>
  readonly incoming: { readonly refused: number }
  readonly keeper: Pick<EngineKeeper, 'deaths' | 'state' | 'strangers'>
  readonly tester: { readonly count: number }
  readonly trunks: Pick<Trunks, 'about' | 'accounts' | 'strangers'>
  readonly twilio: { readonly counts: { readonly refused: number; readonly forged: number } }
}

/** What the metrics of this process say of calls. */
export function gaugesOf({ driver, incoming, keeper, tester, trunks, twilio }: Counted): readonly Gauge[] {
  const trunksThatAre = (isReady: boolean): number =>
    trunks.accounts.filter((account) => (trunks.about(account)?.state === 'ready') === isReady).length
  return [
    {
      name: 'deskbell_trunks_ready',
      help: 'Trunks that this process holds, and that have accepted it',
      read: () => trunksThatAre(true),
    },
    {
      name: 'deskbell_trunks_not_ready',
      help: 'Trunks that this process holds, and that are not connected or have refused it',
      read: () => trunksThatAre(false),
    },
    {
      name: 'deskbell_media_engine_running',
      help: 'Whether the media engine of this process runs: 1 or 0; it is started when the process holds a trunk',
      read: () => Number(keeper.state.state === 'running'),
    },
    {
      name: 'deskbell_media_engine_deaths',
      help: 'How often the media engine has died or has not started, since the start of this process',
      read: () => keeper.deaths,
    },
    {
      name: 'deskbell_sip_packets_refused',
      help: 'Packets that came to trunks of this process from other senders, since its start',
      read: () => trunks.strangers,
    },
    {
      name: 'deskbell_media_packets_refused',
      help: 'Packets that came to calls of this process from others than their sides, since its start; counted when a call is over',
      read: () => keeper.strangers,
    },
    { name: 'deskbell_calls_carried', help: 'Calls that this process carries now', read: () => driver.count },
    {
      name: 'deskbell_calls_refused',
      help: 'Calls that came in to a telephone number and were not taken, since the start of this process',
      read: () => incoming.refused + twilio.counts.refused,
    },
    {
      name: 'deskbell_call_callbacks_forged',
      help: 'Callbacks of call providers without their signature, since the start of this process',
      read: () => twilio.counts.forged,
    },
    {
      name: 'deskbell_trunk_tests',
      help: 'Test calls over trunks that this process has carried out, since its start',
      read: () => tester.count,
    },
  ]
}
