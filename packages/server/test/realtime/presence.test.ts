import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makePresence } from '../../src/realtime/presence.ts'
import { aProcess, localBus, withoutBus } from './a-process.ts'
import { handClock, settle } from '../clock.ts'
import { openTestDb, testKinds } from '../db.ts'

test(
  'R4 while the database is down, presence is written once a second and not as fast as it fails',
  { skip: testKinds().includes('server') ? false : 'needs TEST_DATABASE_URL' },
  async () => {
    const clock = handClock()
    const place = await openTestDb('server', clock)
    let failures = 0
    const presence = makePresence({
      db: place.db,
      clock,
      processes: aProcess(),
      losses: withoutBus,
      bus: localBus,
      switchOf: () => 'online',
      onError: () => void failures++,
    })
    await settle(50)
    // Like a server that refuses connections: every query fails at once.
    await place.close()
    presence.connected(1, 1)
    for (let second = 0; second < 5; second++) await clock.move(1000)
    await settle(200)
    assert.ok(failures >= 5, `${failures} failures`)
    // One read and one write each second.
    assert.ok(failures <= 14, `${failures} failures`)
    assert.equal(presence.statusOf(1, 1), 'online')
    await presence.close()
  },
)
