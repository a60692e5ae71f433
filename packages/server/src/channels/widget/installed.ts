import { statement } from '../../db/statement.ts'
import { warning } from '../../platform/log.ts'
import type { Services } from '../../services.ts'

const mark = statement(
  'widget_installed',
  'update channel set installed_at = $3 where account_id = $1 and id = $2 and installed_at is null',
)

/** Notes that a page with this address has loaded the widget. */
export type MarkInstalled = (account: number, channel: number, url: string | undefined) => void

type Needs = Pick<Services, 'clock' | 'config' | 'db' | 'log'>

/**
 * Writes down, once for each widget, that a page of another host than this server's has loaded it: the owner's list of
 * what remains to be set up shows it.
 */
export function makeMarkInstalled({ clock, config, db, log }: Needs): MarkInstalled {
  const own = new URL(config.publicUrl).host
  const known = new Set<number>()
  const onError = warning(log, 'the first page with a widget could not be written down')
  return (account, channel, url) => {
    const host = url === undefined ? undefined : URL.parse(url)?.host
    if (!host || host === own || known.has(channel)) return
    known.add(channel)
    db.asAccount(account, (tx) => tx.query(mark, [account, channel, new Date(clock.now())])).catch((error: unknown) => {
      known.delete(channel)
      onError(error)
    })
  }
}
