import { TRUNK_TEST_ROUTES } from '@deskbell/protocol/agent/routes/calls'
import type { Api } from '../../agent-api/add-routes.ts'
import { serve } from '../../agent-api/serve.ts'
import { Invalid, Refused } from '../../platform/errors.ts'
import type { Services } from '../../services.ts'
import { callSettingsOf } from '../../settings/call-times.ts'
import { notFound } from '../../settings/change.ts'
import { readTrunk } from '../trunks/rows.ts'
import { toTested } from './number.ts'
import { beginTest, readTest, stopTest } from './rows.ts'
import type { Tester } from './tester.ts'

type Needs = Pick<Services, 'clock' | 'db' | 'directory'> & { readonly tester: Pick<Tester, 'wake'> }

/** The test calls of the trunk. The process that holds the trunk carries them out, which may be another one. */
export function testCallRoutes(app: Api, { clock, db, directory, tester }: Needs): void {
  serve(app, TRUNK_TEST_ROUTES, {
    async testTrunk({ who: { account }, body }) {
      const tested = toTested(body.number, callSettingsOf(directory, account).countries)
      if (tested.number === undefined) throw new Invalid('/number', tested.why)
      const { number } = tested
      const now = clock.now()
      const test = await db.asAccount(account, async (tx) => {
        if (!(await readTrunk(tx, account))) throw notFound('trunk')
        return (await beginTest(tx, { account, number, now })) ? readTest(tx, account, now) : null
      })
      if (!test) throw new Refused('test_runs', 'A test call of this account is under way: end it, or wait a minute.')
      tester.wake()
      return test
    },
    readTrunkTest: async ({ who: { account } }) => ({
      test: await db.asAccount(account, (tx) => readTest(tx, account, clock.now())),
    }),
    async stopTrunkTest({ who: { account } }) {
      if (!(await db.asAccount(account, (tx) => stopTest(tx, account, clock.now())))) throw notFound('test')
      tester.wake()
    },
  })
}
