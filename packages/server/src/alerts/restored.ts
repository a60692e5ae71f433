import type { ClientBase } from 'pg'

/**
 * Ends the alerts of a database that is restored from a backup: the old one may have sent them on. What visitors and agents do from now
 * on makes new ones.
 */
export async function endRestoredAlerts(client: ClientBase, now: number): Promise<void> {
  await client.query(`update alert set ended_at = $1, next_at = null, outcome = 'over' where ended_at is null`, [
    new Date(now),
  ])
}
