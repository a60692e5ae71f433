import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { statement } from '../../src/db/statement.ts'
import { readWaiting } from '../../src/realtime/queues/read-waiting.ts'
import { readWaits } from '../../src/realtime/queues/waits.ts'
import { startServer } from '../agent-api/servers.ts'
import { soon } from '../channels/widget/soon.ts'
import { handClock } from '../clock.ts'
import { testKinds } from '../db.ts'
import { ANN, BOB } from '../test-server.ts'

const MINUTE = 60_000
const insertChats = statement(
  'test_waiting_chats',
  `insert into chat (account_id, id, channel_id, visitor_number, state, waiting_since, active_minute, opened_at)
   select 1, 10000 + i, 1, 10000 + i, '{}', $1::timestamptz + i * interval '1 second', 0, $1
   from generate_series(1, $2::int) as i`,
)
const overflowWaits = statement(
  'test_overflow_waits',
  'update chat_wait set overflowed = array[$1] where account_id = 1 and chat_id = $2',
)

for (const kind of testKinds())
  suite(`queues, ${kind}`, () => {
    test('W25 the waits of a queue that ended with an agent are read, with how many of its agents were online then', async (t) => {
      const clock = handClock()
      const server = await startServer({ kind, clock, departments: [{ name: 'Sales', agents: [BOB] }] })
      t.after(() => server.close())
      const [ann, bob] = [server.agent(ANN), server.agent(BOB)]
      const [anns, bobs] = [await ann.connects(), await bob.connects()]
      const writes = async (id: string): Promise<number> => {
        await server.visitor(id).writes('hello')
        await clock.move(1000)
        return (await ann.chats()).find(({ visitor }) => visitor.id === id)!.id
      }
      const waits = async (later = 0) => {
        const queues = [
          { account: 1, team: 0, channel: 1 },
          { account: 1, team: 1, channel: 0 },
          { account: 2, team: 0, channel: 1 },
        ]
        const found = await readWaits(server.services, queues, clock.now() + later)
        return found.map((list) =>
          list.map(({ began, ended, agents }) => [Math.round((ended - began) / MINUTE), agents]),
        )
      }
      const [first, second, closed] = [await writes('vera'), await writes('otto'), await writes('mia')]
      await clock.move(3 * MINUTE)
      await ann.accepts(first)
      await ann.closes(closed)
      assert.deepEqual(await waits(), [[[3, 2]], [], []])
      await ann.call('POST', `/chats/${first}/hand-over`, { department: 1 })
      await clock.move(2 * MINUTE)
      await bob.accepts(first)
      assert.deepEqual(await waits(), [[[3, 2]], [[2, 1]], []])
      bobs.close()
      await soon(async () => {
        await clock.move(1000)
        return (await ann.call('GET', '/agents')).text.split('"online"').length === 2
      }, 20_000)
      await clock.move(2000)
      await server.settled()
      await ann.accepts(second)
      assert.deepEqual(
        (await waits())[0]?.map(([, agents]) => agents),
        [1, 2],
      )
      // Two waits of the channel, of which one went to another team: that chat waited all the time.
      const went = async (to: string) => {
        await server.services.db.query(overflowWaits, [to, second])
        return (await waits())[0]?.length
      }
      assert.deepEqual([await went('department'), await went('form'), await went('bot')], [2, 1, 1])
      assert.deepEqual(await waits(5 * 60 * MINUTE), [[], [], []])
      anns.close()
    })

    test('of a long queue those are read who wait longest, and the wanted ones, in bounded time', async (t) => {
      const server = await startServer({ kind })
      t.after(() => server.close())
      const { db, directory, clock } = server.services
      const since = clock.now() - 3600_000
      await db.query(insertChats, [new Date(since), 9000])
      const began = performance.now()
      const wanted = new Map([[1, new Set([10_001, 15_000, 77])]])
      const chats = await readWaiting({ db, directory }, wanted, clock.now())
      assert.ok(performance.now() - began < 5000)
      assert.equal(chats.length, 501)
      const [last] = chats.filter(({ id }) => id === 15_000)
      assert.deepEqual([last?.waitingSince, last?.priority], [since + 5_000_000, -1])
      assert.ok(chats.every(({ queue, priority }) => queue === '1 0:1' && priority <= 0))
    })
  })
