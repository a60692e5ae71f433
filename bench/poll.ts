import './parts/server-url.ts'
import { createAccount } from '../packages/server/src/settings/accounts.ts'
import { createChannel } from '../packages/server/src/settings/channels.ts'
import { openTestSettings } from '../packages/server/test/settings/test-settings.ts'
import { inMs, median, print, quantile, type Row } from './parts/figures.ts'

/**
 * What the poll of the settings costs a process every two seconds, when nothing has changed: the time of one, with one
 * account and with a thousand, and the part of the two seconds that it takes.
 */
const EVERY = 2000
const POLLS = 300
const MANY = 1000

async function measure(kind: 'embedded' | 'server'): Promise<Row[]> {
  const settings = await openTestSettings(kind)
  try {
    await settings.setUp({ agents: [{ email: 'ann@shop.test', role: 'owner' }] })
    const directory = await settings.directory()
    const time = async () => {
      const times: number[] = []
      for (let poll = 0; poll < POLLS; poll++) {
        const begun = performance.now()
        await directory.refresh()
        times.push(performance.now() - begun)
      }
      return times.slice(POLLS / 10)
    }
    const one = await time()
    for (let made = 1; made < MANY; made++)
      await settings.db.transaction(async (tx) => {
        const account = await createAccount(tx, `Company ${made}`)
        await createChannel(settings.settingsContext, { tx, account }, { name: 'App' })
      })
    await directory.refresh()
    const many = await time()
    const store = kind === 'server' ? 'Postgres' : 'PGlite'
    const row = (accounts: number, times: number[]): Row => ({
      question: `Part of a process's time for the poll of the settings of ${accounts} ${accounts === 1 ? 'account' : 'accounts'} (${store})`,
      measured: `one poll p50 ${inMs(median(times))}, p99 ${inMs(quantile(times, 0.99))}, every ${EVERY / 1000} s`,
      value: (median(times) / EVERY) * 100,
      unit: '%',
      most: 1,
    })
    return [row(1, one), row(MANY, many)]
  } finally {
    await settings.close()
  }
}

print('poll', [...(await measure('server')), ...(await measure('embedded'))])
process.exit(0)
