import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Commit } from '../../src/conversation/commit/commit.ts'
import type { Input } from '../../src/conversation/commit/input.ts'
import { watchTimers } from '../../src/conversation/timers.ts'
import { handClock, machineIn } from '../clock.ts'
import { testKinds } from '../db.ts'
import { soon } from '../channels/widget/soon.ts'
import { startTestServer } from '../test-server.ts'

const skip = testKinds().includes('server') ? false : 'needs TEST_DATABASE_URL'
const CHATS = 6
const sorted = (ids: Iterable<number>) => [...ids].toSorted((a, b) => a - b)
const makeDue = { name: 'test_make_due', text: 'update chat set due_at = $1 returning id' }

test(
  'B19 each of two processes handles its part of the due timers, and after three seconds those of the other one, too',
  { skip },
  async (t) => {
    const clock = handClock()
    const server = await startTestServer({ kind: 'server', clock })
    t.after(() => server.close())
    for (let n = 0; n < CHATS; n++) await server.visitor(`visitor ${n}`).writes('hello')
    const { db } = server.services
    const rows = await db.query<{ id: number }>(makeDue, [new Date(clock.now())])
    const chats = sorted(rows.map(({ id }) => id))
    assert.equal(chats.length, CHATS)

    // The server's own timers stand still with its clock.
    const world = handClock()
    const processes = [0, 1].map((rest) => {
      const handled = new Set<number>()
      const commit = (async ({ target }: Input) => {
        if ('chat' in target) handled.add(target.chat)
        return { kind: 'done', entries: [{}] }
      }) as unknown as Commit
      const machine = machineIn(world, 0)
      const stop = watchTimers({
        ...{ db, clock: machine, commit, onError: (error: unknown) => assert.fail(String(error)) },
        processes: { part: () => ({ of: 2, rest }) },
      })
      return { handled, machine, stop }
    })
    const [even, odd] = processes as [(typeof processes)[0], (typeof processes)[0]]
    await world.move(1000)
    await soon(() => even.handled.size > 0 && odd.handled.size > 0)
    const isEven = (id: number) => id % 2 === 0
    assert.deepEqual(sorted(even.handled), chats.filter(isEven))
    assert.deepEqual(
      sorted(odd.handled),
      chats.filter((id) => !isEven(id)),
    )
    odd.machine.die()
    await soon(async () => {
      await world.move(1000)
      return even.handled.size === CHATS
    })
    for (const { stop } of processes) await stop()
  },
)
