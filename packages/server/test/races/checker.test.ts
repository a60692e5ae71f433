import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Edit } from '../checker/edits.ts'
import { freezeOver } from '../checker/freezing.ts'
import { seedOfRun } from '../../../../tools/extent.ts'
import { startTrial } from '../checker/run.ts'
import { testKinds } from '../db.ts'

/** Builds with one fault each, of kinds that have lost messages in similar products. */
const faults: { title: string; edit: Edit; kills: number; caught: RegExp }[] = [
  {
    title: 'an answer before the commit',
    edit: {
      file: 'channels/api/routes.ts',
      find: 'const done = await withDeadline(',
      put: `const done = ((work: Promise<unknown>) => (work.catch(() => {}), { kind: 'done' as const }))(`,
    },
    kills: 6,
    caught: /I1 ".*" was acknowledged and is there 0 times/,
  },
  {
    title: 'a commit that writes no deliveries',
    edit: {
      file: 'conversation/commit/rule-deliveries.ts',
      find: 'deliver([newDelivery(fields)])',
      put: 'void [newDelivery(fields)]',
    },
    kills: 0,
    caught: /I4 .* has ended 0 times/,
  },
  {
    title: 'a cursor that is off by one',
    edit: { file: 'conversation/follow.ts', find: 'await read(cursor)', put: 'await read(cursor + 1)' },
    kills: 0,
    caught: /I3 window, chat \d+, place \d+: received/,
  },
  {
    title: 'message.id taken for unique',
    edit: {
      file: 'channels/api/incoming.ts',
      find: 'channel.uniqueMessageIds && message.id !== undefined',
      put: 'message.id !== undefined',
    },
    kills: 0,
    caught: /I1 .*(was refused with|with the place of another message)/,
  },
]

describe('R1 the checker catches a build with', () => {
  for (const { title, edit, kills, caught } of faults)
    test(title, async () => {
      const trial = await startTrial({ kind: 'embedded', seed: seedOfRun(), edits: [edit] })
      try {
        await trial.opens()
        await trial.loads()
        await trial.kills(kills)
        const { violations } = await trial.judged(1000)
        assert.match(violations.join('\n'), caught)
      } finally {
        await trial.close()
      }
    })

  test(
    'a lease token that the commit does not check',
    {
      skip: testKinds().includes('server') ? false : 'needs TEST_DATABASE_URL',
    },
    async () => {
      const { violations } = await freezeOver('finish', seedOfRun(), [
        {
          file: 'conversation/commit/deciding.ts',
          find: 'if (input.settles && !',
          put: 'if (false && input.settles && !',
        },
      ])
      assert.match(violations.join('\n'), /I4 .* has ended 2 times/)
    },
  )
})
