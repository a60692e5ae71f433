import { call } from '../api/client.ts'
import { withDeadline } from '../api/patient.ts'
import { relist } from './inbox.ts'
import type { Live } from './state.ts'

/**
 * Reads who belongs to which department and, where there are any, who is there: that decides whom a waiting chat alerts
 * (W21). What is answered when `isCurrent` no longer holds is dropped.
 */
export async function readCrew(live: Live, isCurrent: () => boolean): Promise<void> {
  const { departments } = await withDeadline(() => call('GET /departments'))
  if (!isCurrent()) return
  live.departments.set(departments)
  if (departments.length > 0) {
    const { agents } = await withDeadline(() => call('GET /agents'))
    if (!isCurrent()) return
    // What was heard of somebody meanwhile is newer.
    for (const { id, presence } of agents) if (!live.presence.get(id)) live.presence.set(id, presence)
  }
  relist(live)
}
