import { makeSweeps } from '../../platform/sweeps.ts'
import type { Services } from '../../services.ts'
import type { EngineKeeper } from '../media/keeper.ts'
import type { Prompts } from '../media/prompts.ts'
import { addressesOf } from '../trunks/addresses.ts'
import type { Telephones } from '../trunks/telephones.ts'
import type { Trunks } from '../trunks/trunks.ts'
import { seeTest, takeTests, writeTest, type TestRow } from './rows.ts'
import { TestCall } from './test-call.ts'

/** How often a process that holds trunks looks for requests, and says that it is at its tests (ms). */
const EVERY = 700

type Needs = Pick<Services, 'clock' | 'config' | 'db' | 'ids' | 'log'> & {
  readonly trunks: Trunks
  readonly telephones: Telephones
  readonly keeper: EngineKeeper
  readonly prompts: Prompts
  readonly onError: (error: unknown) => void
}

/** Carries out the test calls of the accounts whose trunks this process holds, whichever process was asked for them. */
export interface Tester {
  /** Tests since the start of this process. */
  readonly count: number
  /** There is a request. */
  wake(): void
  start(): () => Promise<void>
}

export function makeTester({
  clock,
  config,
  db,
  ids,
  log,
  trunks,
  telephones,
  keeper,
  prompts,
  onError,
}: Needs): Tester {
  const holder = ids.uuid()
  const running = new Map<number, { row: TestRow; test: TestCall; done: Promise<void> }>()
  let count = 0

  async function sweep(): Promise<void> {
    for (const [account, { row, test }] of running) {
      const stops = await seeTest(db, row, holder, clock.now())
      if (running.has(account) && stops !== false) test.stop()
    }
    const accounts = trunks.accounts.filter((account) => !running.has(account))
    if (accounts.length === 0) return
    for (const row of await takeTests(db, { holder, accounts, now: clock.now() })) begin(row)
  }

  function begin(row: TestRow): void {
    count++
    const { account } = row
    const test = new TestCall({
      ...{ row, engineId: `deskbell-test-${ids.uuid()}`, clock, trunks, telephones, keeper, prompts, onError },
      resolve: (host, port) => addressesOf(config.allowTargets, host, port),
      async write(steps, failure, isOver) {
        const now = clock.now()
        await writeTest(db, row, { holder, steps, failure, ended: isOver ? now : null, now })
        if (isOver) log.info({ account, step: steps.at(-1)?.step, why: failure?.why }, 'a test call is over')
      },
    })
    log.info({ account }, 'a test call begins')
    const done = test.run().finally(() => running.delete(account))
    running.set(account, { row, test, done })
  }

  const sweeps = makeSweeps({ clock, every: EVERY, sweep, onError })
  telephones.onLost((account) => running.get(account)?.test.onLost())
  keeper.onStopped((why) => {
    for (const { test } of running.values()) test.onEngineStopped(why)
  })
  keeper.onKey(({ call, key }) => {
    for (const { test } of running.values()) if (test.engineId === call) test.onKey(key)
  })
  return {
    get count() {
      return count
    },
    wake: sweeps.wake,
    start() {
      const stop = sweeps.start()
      return async () => {
        await stop()
        for (const { test } of running.values()) test.stop()
        await Promise.all([...running.values()].map(({ done }) => done))
      }
    },
  }
}
