import assert from 'node:assert/strict'
import { test } from 'node:test'
import { freezeOver } from '../checker/freezing.ts'
import { seedOfRun } from '../../../../tools/extent.ts'
import { testKinds } from '../db.ts'

const skip = testKinds().includes('server') ? false : 'needs TEST_DATABASE_URL'

for (const where of ['request', 'finish'] as const)
  test(
    `R19 a process that froze during the ${where} has lost its lease when it goes on, and overwrites nothing`,
    {
      skip,
    },
    async () => {
      const thawed = await freezeOver(where, seedOfRun())
      assert.deepEqual(thawed.violations, [])
      assert.ok(thawed.noticed, 'its write was refused because of its token')
      assert.deepEqual(thawed.after, thawed.before)
    },
  )
