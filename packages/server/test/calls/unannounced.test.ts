import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { without } from '../without.ts'
import { openSides, type CalledSides } from './called-sides.ts'
import { startTelephony, type Telephony } from './telephony.ts'

const skip = without('rtpengine', 'baresip', 'kamailio')

suite('a call that is to be recorded, whose announcement fails', { skip }, () => {
  let telephony: Telephony
  let sides: CalledSides
  before(async () => {
    telephony = await startTelephony()
    // The prompt cannot be written where a folder is.
    const { dataDir } = telephony.server.services.config
    mkdirSync(join(dataDir, 'calls', 'prompts', 'en-recorded.wav'), { recursive: true })
    sides = await openSides(telephony)
  })
  after(async () => {
    await sides?.close()
    await telephony?.close()
  })

  test('both hear each other, and nothing is recorded', async () => {
    const { id, page } = await sides.talk('not told')
    sides.client.does('hangup')
    const { status, recorded } = await telephony.until(id, (one) => one.status === 'end')
    assert.deepEqual([status, recorded], ['end', false])
    await page.close()
  })
})
