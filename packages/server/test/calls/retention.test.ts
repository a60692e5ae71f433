import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Call } from '@deskbell/protocol/agent/call'
import type { ErrorBody } from '@deskbell/protocol/agent/field-reason'
import { statement } from '../../src/db/statement.ts'
import { nextId, openPage, WIDGET } from '../channels/widget/page.ts'
import { soon } from '../channels/widget/soon.ts'
import { handClock, type HandClock } from '../clock.ts'
import { testKinds } from '../db.ts'
import { startTestServer, type TestServer } from '../test-server.ts'
import { insertRecordedCall } from './recorded.ts'

const HOUR = 3600 * 1000
const DAY = 24 * HOUR
const DEADLINE = 20_000
const countStatement = statement(
  'test_retained',
  `select (select count(*)::int from call_entry) as entries, (select count(*)::int from alert where call_id is not null) as alerts,
     (select count(*)::int from file where purpose = 'call') as files, (select count(*)::int from visitor where key not like 'erased-%') as visitors`,
)

for (const kind of testKinds())
  suite(`retention of calls, ${kind}`, () => {
    async function start(t: { after: (fn: () => Promise<void>) => void }, change: object) {
      const clock = handClock()
      const server = await startTestServer({ kind, clock, channels: [WIDGET] })
      t.after(() => server.close())
      const ann = server.agent()
      assert.equal((await ann.call('PATCH', '/call-settings', { fromPage: true, ...change })).status, 200)
      return { clock, server, ann }
    }
    /** A call that its visitor ends at once. No chat is open. */
    async function calls(server: TestServer, visitor: string): Promise<number> {
      const page = await openPage(server, { visitor })
      const answer = await page.ask({ t: 'call', id: nextId() })
      if (answer.t !== 'done' || !answer.call) throw new Error(JSON.stringify(answer))
      await page.ask({ t: 'hang', id: nextId(), call: answer.call.id })
      await page.close()
      await soon(async () => ((await read(server, answer.call!.id)).body as unknown as Call).ended !== null)
      return answer.call.id
    }
    const read = (server: TestServer, call: number) => server.agent().call('GET', `/calls/${call}`)
    const isThere = async (server: TestServer, call: number) => (await read(server, call)).status === 200
    const becomes = (clock: HandClock, holds: () => Promise<boolean>) =>
      soon(async () => {
        await clock.jump(HOUR)
        return holds()
      }, DEADLINE)
    async function left({ services: { db } }: TestServer) {
      const [row] = await db.query<{ entries: number; alerts: number; files: number; visitors: number }>(
        countStatement,
        [],
      )
      return row
    }

    test('T42 calls without a chat are erased when their retention time is over, and the visitor with the last', async (t) => {
      const { clock, server, ann } = await start(t, {})
      await ann.connects()
      assert.equal((await ann.call('PATCH', '/settings', { keepDays: 30 })).status, 200)
      const old = await calls(server, 'caller')
      await clock.jump(20 * DAY)
      await ann.connects()
      const young = await calls(server, 'caller')
      await clock.jump(11 * DAY)
      await becomes(clock, async () => !(await isThere(server, old)))
      assert.equal(await isThere(server, young), true, 'the later one is kept, though its visitor is older')
      assert.equal((await left(server))?.visitors, 1)
      await clock.jump(20 * DAY)
      await becomes(clock, async () => !(await isThere(server, young)))
      await becomes(clock, async () => (await left(server))?.visitors === 0)
      assert.deepEqual(await left(server), { entries: 0, alerts: 0, files: 0, visitors: 0 })
    })

    test('T42 the last chat of a visitor who has called later is erased without them, and their calls are erased later', async (t) => {
      const { clock, server, ann } = await start(t, {})
      await ann.connects()
      assert.equal((await ann.call('PATCH', '/settings', { keepDays: 30 })).status, 200)
      const page = await openPage(server, { visitor: 'writer' })
      await page.writes('hello')
      await page.close()
      const [chat] = await ann.chats()
      await ann.accepts(chat?.id ?? 0)
      await ann.closes(chat?.id ?? 0)
      await clock.jump(20 * DAY)
      await ann.connects()
      const call = await calls(server, 'writer')
      await clock.jump(11 * DAY)
      await becomes(clock, async () => (await ann.chat(chat?.id ?? 0)).erased === true)
      assert.equal(await isThere(server, call), true)
      assert.equal((await left(server))?.visitors, 1)
      await clock.jump(20 * DAY)
      await becomes(clock, async () => !(await isThere(server, call)))
      assert.equal((await left(server))?.visitors, 0, 'what is left of the visitor has no key')
    })

    test('T42 recordings are erased when their own retention time is over; the call stays and says so', async (t) => {
      const { clock, server, ann } = await start(t, { keepRecordings: 7 })
      // A call rings at no agent who is not there, and fails.
      await ann.connects()
      const page = await openPage(server, { visitor: 'recorded' })
      await page.writes('hello')
      await page.close()
      const [chat] = await ann.chats()
      const me = { id: 1, name: 'Ann' }
      const call = await insertRecordedCall(server, { account: 1, chat: chat?.id ?? 0, agent: me, seconds: 1 })
      const address = (await ann.call('GET', `/calls/${call}/recording`)).body['url'] as unknown as string
      assert.equal((await fetch(address)).status, 200)
      const before = (await read(server, call)).body as unknown as Call
      await ann.closes(chat?.id ?? 0)
      await clock.jump(6 * DAY)
      await clock.jump(2 * HOUR)
      assert.equal(((await read(server, call)).body as unknown as Call).recorded, true)
      await clock.jump(DAY)
      await becomes(clock, async () => ((await read(server, call)).body as unknown as Call).recordingErased === true)
      const erased = (await read(server, call)).body as unknown as Call
      const { recordingErased: _, ...rest } = erased
      assert.deepEqual(rest, { ...before, recorded: false }, 'nothing else has changed')
      const refused = await ann.call('GET', `/calls/${call}/recording`)
      assert.deepEqual([refused.status, (JSON.parse(refused.text) as ErrorBody).error.code], [410, 'recording_erased'])
      assert.equal((await left(server))?.files, 0)
      assert.ok(![200, 206].includes((await fetch(address)).status))
    })

    test('an erased recording answers no call that was missed since, and 0 keeps recordings as long as their calls', async (t) => {
      const { clock, server, ann } = await start(t, { keepRecordings: 0 })
      await ann.connects()
      const page = await openPage(server, { visitor: 'later' })
      await page.writes('hello')
      await page.close()
      const [chat] = await ann.chats()
      const me = { id: 1, name: 'Ann' }
      const call = await insertRecordedCall(server, { account: 1, chat: chat?.id ?? 0, agent: me, seconds: 1 })
      const missed = await calls(server, 'later')
      await clock.jump(400 * DAY)
      await clock.jump(2 * HOUR)
      assert.equal(((await read(server, call)).body as unknown as Call).recorded, true)
      assert.equal((await ann.call('PATCH', '/call-settings', { keepRecordings: 365 })).status, 200)
      await becomes(clock, async () => ((await read(server, call)).body as unknown as Call).recordingErased === true)
      assert.equal(((await read(server, missed)).body as unknown as Call).missed, true)
    })
  })
