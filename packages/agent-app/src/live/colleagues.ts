import { call } from '../api/client.ts'
import { retryWhileUnavailable } from '../api/while-unavailable.ts'
import { relist } from './publish.ts'
import type { Live } from './state.ts'

/**
 * Reads the departments' members and, if there are departments, the agents' presence: they decide whom a waiting chat
 * alerts (W21). An answer that arrives after `isCurrent` ended is dropped.
 */
export async function readColleagues(live: Live, isCurrent: () => boolean): Promise<void> {
  const { departments } = await retryWhileUnavailable(() => call('GET /departments'))
  if (!isCurrent()) return
  live.departments.set(departments)
  if (departments.length > 0) {
    const { agents } = await retryWhileUnavailable(() => call('GET /agents'))
    if (!isCurrent()) return
    // Presence from the socket is newer than this answer.
    for (const { id, presence } of agents) if (!live.presence.get(id)) live.presence.set(id, presence)
  }
  relist(live)
}
