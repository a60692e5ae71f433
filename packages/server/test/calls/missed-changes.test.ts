import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { soon } from '../channels/widget/soon.ts'
import { testKinds } from '../db.ts'
import { ANN, startTestServer, type TestServer } from '../test-server.ts'
import { without } from '../without.ts'
import { openSides, type CalledSides } from './called-sides.ts'
import { startTelephony, type Telephony } from './telephony.ts'
import { WITHIN } from './trunk-of.ts'

const skip = testKinds().includes('server') ? without('rtpengine', 'baresip', 'kamailio') : 'needs TEST_DATABASE_URL'

suite('two processes without NATS, of which one holds the trunk', { skip }, () => {
  let telephony: Telephony
  let other: TestServer
  let sides: CalledSides
  before(async () => {
    telephony = await startTelephony({ kind: 'server' })
    other = await startTestServer({ kind: 'server', place: telephony.server.place })
    sides = await openSides(telephony)
  })
  after(async () => {
    await sides?.close()
    await other?.stop()
    await telephony?.close()
  })

  test('an agent who hangs up at the other one ends the call at the telephone', async () => {
    const { id, page } = await sides.talk('far away')
    assert.equal((await other.agent(ANN).call('POST', `/calls/${id}/hang-up`, {})).status, 200)
    await soon(() => sides.client.seen.some((one) => one.includes('CALL_CLOSED')), WITHIN)
    const { status } = await telephony.until(id, (one) => one.status === 'end')
    assert.equal(status, 'end')
    await page.close()
  })
})
