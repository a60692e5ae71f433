import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { handClock, type HandClock } from '../../clock.ts'
import { startTestServer, type TestServer } from '../../test-server.ts'
import { openPage, WIDGET } from './page.ts'

let server: TestServer
let clock: HandClock
before(async () => {
  clock = handClock()
  server = await startTestServer({ clock, channels: [WIDGET] })
})
after(() => server.close())

test('W1 a page gets each change of availability once, within two seconds, also directly after it connected', async () => {
  const first = await openPage(server)
  assert.equal(first.ready.online, false)
  // Before the first check of availability for this page.
  const ann = await server.agent().connects()
  await clock.move(2000)
  const heard = (page: typeof first) => page.frames.flatMap((frame) => (frame.t === 'online' ? [frame.online] : []))
  await first.until(() => heard(first)[0], 'online')
  const second = await openPage(server, { visit: 'visit-0002' })
  assert.equal(second.ready.online, true)
  ann.close()
  await ann.closed
  await clock.move(2000)
  await second.until(() => (heard(second).length > 0 ? true : undefined), 'offline')
  await first.until(() => (heard(first).length > 1 ? true : undefined), 'offline')
  await clock.move(5000)
  assert.deepEqual([heard(first), heard(second)], [[true, false], [false]])
  await first.close()
  await second.close()
})
