import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { AlertLine } from '@deskbell/protocol/agent/alerts'
import type { Task } from '@deskbell/protocol/agent/task'
import { statement } from '../../src/db/statement.ts'
import { addAgent } from '../agent-api/servers.ts'
import { atRest } from '../at-rest.ts'
import { soon } from '../channels/widget/soon.ts'
import { handClock, type HandClock } from '../clock.ts'
import { makePlace, testKinds, type Place } from '../db.ts'
import { startPost } from '../mail/post.ts'
import { ANN, BOB, startTestServer, type TestServer } from '../test-server.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const readAlerts = statement(
  'test_task_alerts',
  `select cause, agent_id as agent, outcome, (select count(*)::int from alert_send s where s.account_id = a.account_id
     and s.alert_id = a.id) as sends from alert a where task_id = $1 order by id`,
)
const readKept = statement(
  'test_task_mail_kept',
  `select d.body::text || coalesce((select string_agg(a.request::text || coalesce(a.response::text, ''), '')
     from attempt a where a.account_id = d.account_id and a.delivery_id = d.id), '') as kept
   from delivery d where d.kind = 'mail' and d.body::text like $1`,
)
interface AlertRow {
  cause: string
  agent: number
  outcome: string | null
  sends: number
}

for (const kind of testKinds())
  suite(`alerts about tasks (${kind})`, () => {
    let clock: HandClock
    let testServer: TestServer
    let post: Awaited<ReturnType<typeof startPost>>
    let contact: number
    let ids: { ann: number; bob: number }
    before(async () => {
      clock = handClock()
      post = await startPost()
      testServer = await startTestServer({ kind, clock, env: { SMTP_URL: post.url, MAIL_FROM: 'desk@shop.test' } })
      const idOf = (email: string) =>
        testServer.services.directory.agents(1).find((one) => one.email === email)?.id ?? 0
      ids = { ann: idOf(ANN), bob: idOf(BOB) }
      await testServer.visitor('vera', { name: 'Vera' }).writes('hello')
      const [chat] = await testServer.agent().chats()
      contact = chat?.visitor.contact ?? 0
      await testServer.agent().accepts(chat?.id ?? 0)
      await pass(40 * SECOND)
    })
    after(() => testServer.close().then(post.close))

    const rest = () => atRest([testServer], [], () => post.letters.length)
    async function pass(ms: number): Promise<void> {
      for (let left = ms; left > 0; left -= SECOND) {
        await clock.move(Math.min(left, SECOND))
        await rest()
      }
    }
    async function ask(method: string, path: string, body?: object, email = ANN): Promise<Task> {
      const answer = await testServer.agent(email).call(method, path, body)
      assert.ok(answer.status < 300, answer.text)
      await rest()
      return answer.body as unknown as Task
    }
    const add = (body: object, email = ANN) => ask('POST', `/contacts/${contact}/tasks`, body, email)
    const change = (task: number, body: object, email = ANN) => ask('PATCH', `/tasks/${task}`, body, email)
    const alertsOf = async (task: number) => {
      const rows = await testServer.services.db.query<AlertRow>(readAlerts, [task])
      return rows.map(({ cause, agent, outcome }) => [cause, agent, outcome])
    }
    const lettersOf = (task: number) => post.letters.filter(({ text }) => text.includes(`#task-${task}`))

    test('N14 a task that another agent gives alerts its agent, and its due time alerts them once', async () => {
      const [anns, bobs] = [await testServer.agent(ANN).connects(), await testServer.agent(BOB).connects()]
      const task = await add({ text: 'Call back', assignee: ids.bob, due: clock.now() + 3 * MINUTE })
      const given = await bobs.sees((frame) => frame.type === 'alert' && frame.task === task.id)
      assert.ok(given.type === 'alert')
      assert.deepEqual([given.what, given.contact, given.chat], ['assigned', contact, undefined])
      bobs.send({ type: 'alerted', alert: given.alert, step: 'opened' })
      await pass(2 * MINUTE)
      assert.deepEqual(await alertsOf(task.id), [['assigned', ids.bob, 'opened']])
      await pass(MINUTE + 6 * SECOND)
      const due = await bobs.sees((frame) => frame.type === 'alert' && frame.task === task.id && frame.what === 'task')
      assert.ok(due.type === 'alert')
      bobs.send({ type: 'alerted', alert: due.alert, step: 'opened' })
      await pass(MINUTE)
      assert.deepEqual(await alertsOf(task.id), [
        ['assigned', ids.bob, 'opened'],
        ['task', ids.bob, 'opened'],
      ])
      assert.ok(!anns.frames.some((frame) => frame.type === 'alert' && frame.task === task.id), 'it is Bob’s')
      assert.deepEqual(lettersOf(task.id), [])
      const log = (await testServer.agent(BOB).call('GET', '/me/alerts/log')).body['alerts'] as unknown as AlertLine[]
      const lines = log.filter((line) => line.what === 'task' || line.what === 'assigned')
      assert.deepEqual(
        lines.map((line) => [line.what, line.chat, line.contact]),
        [
          ['task', null, contact],
          ['assigned', null, contact],
        ],
      )
      anns.close()
      bobs.close()
      await rest()
    })

    test('N14 an agent who gives a task to themselves, or sets a time that has passed, is not alerted to it', async () => {
      const own = await add({ text: 'mine', assignee: ids.ann })
      const past = await add({ text: 'mine, late', assignee: ids.ann, due: clock.now() - MINUTE })
      const late = await add({ text: 'late for Bob', assignee: ids.bob, due: clock.now() - MINUTE })
      await pass(10 * SECOND)
      assert.deepEqual(await alertsOf(own.id), [])
      assert.deepEqual(await alertsOf(past.id), [])
      assert.deepEqual(
        (await alertsOf(late.id)).map(([cause]) => cause),
        ['assigned'],
        'one alert says both',
      )
      for (const { id } of [own, past, late]) await change(id, { done: true })
    })

    test('N14 an unseen alert goes to the mail of its agent alone; the log of deliveries has neither text nor name', async () => {
      const task = await add({ text: 'Send the parcel', assignee: ids.bob, due: clock.now() + MINUTE }, BOB)
      await pass(MINUTE + 6 * SECOND)
      await pass(33 * SECOND)
      await soon(() => lettersOf(task.id).length === 1)
      const [letter] = lettersOf(task.id)
      assert.deepEqual(letter?.to, [BOB])
      assert.match(letter?.text ?? '', /Subject: A task is due/)
      assert.match(letter?.text ?? '', /Vera[^]*Send the parcel/)
      await pass(2 * MINUTE)
      assert.equal(lettersOf(task.id).length, 1)
      assert.deepEqual(await alertsOf(task.id), [['task', ids.bob, 'mailed']])
      const kept = await testServer.services.db.query<{ kept: string }>(readKept, [`%"task": ${task.id}%`])
      assert.equal(kept.length, 1)
      assert.match(kept[0]?.kept ?? '', /A task is due/)
      assert.doesNotMatch(kept[0]?.kept ?? '', /Vera|parcel/)
      await change(task.id, { done: true })
    })

    test('N14 in quiet hours the alert waits until they end', async () => {
      const bob = testServer.agent(BOB)
      const settings = (await bob.call('GET', '/me/alerts')).body['settings'] as unknown as object
      const ends = new Date(Math.ceil(clock.now() / MINUTE) * MINUTE + 4 * MINUTE).toISOString().slice(11, 16)
      const span = [['00:00', ends]]
      const days = { mon: span, tue: span, wed: span, thu: span, fri: span, sat: span, sun: span }
      const quiet = { timeZone: 'UTC', days }
      const put = await bob.call('PUT', '/me/alerts', { ...settings, quiet })
      assert.equal(put.status, 200, put.text)
      const bobs = await bob.connects()
      const task = await add({ text: 'Later', assignee: ids.bob, due: clock.now() + MINUTE }, BOB)
      await pass(2 * MINUTE)
      assert.deepEqual(await alertsOf(task.id), [['task', ids.bob, 'quiet']])
      assert.ok(!bobs.frames.some((frame) => frame.type === 'alert' && frame.task === task.id))
      await pass(3 * MINUTE)
      await bobs.sees((frame) => frame.type === 'alert' && frame.task === task.id)
      assert.equal((await bob.call('PUT', '/me/alerts', { ...settings, quiet: null })).status, 200)
      await change(task.id, { done: true })
      bobs.close()
      await rest()
    })

    test('N14 an alert ends when the task is done, removed, put off or given to another agent', async () => {
      const cleo = await addAgent(testServer, 'cleo@shop.test', 'admin')
      const tasks = new Map<string, Task>()
      for (const what of ['done', 'removed', 'put off', 'given', 'of a removed agent']) {
        const assignee = what === 'of a removed agent' ? cleo.id : ids.bob
        tasks.set(what, await add({ text: what, assignee }))
      }
      const id = (what: string) => tasks.get(what)?.id ?? 0
      for (const one of tasks.values()) assert.equal((await alertsOf(one.id)).length, 1)
      await change(id('done'), { done: true })
      const dropped = await testServer.agent(ANN).call('DELETE', `/tasks/${id('removed')}`)
      assert.equal(dropped.status, 204)
      await change(id('given'), { assignee: ids.ann })
      await change(id('put off'), { due: clock.now() + MINUTE })
      assert.equal((await testServer.agent(ANN).call('DELETE', `/agents/${cleo.id}`)).status, 204)
      for (const what of ['done', 'removed', 'given'])
        assert.deepEqual(await alertsOf(id(what)), [['assigned', ids.bob, 'over']])
      await pass(MINUTE + 6 * SECOND)
      const before = await alertsOf(id('put off'))
      assert.equal(before.at(-1)?.[0], 'task')
      await change(id('put off'), { due: clock.now() + MINUTE })
      assert.deepEqual((await alertsOf(id('put off'))).at(-1), ['task', ids.bob, 'over'])
      await pass(MINUTE + 6 * SECOND)
      const again = (await alertsOf(id('put off'))).filter(([cause]) => cause === 'task')
      assert.equal(again.length, 2, 'the new time alerts again')
      assert.deepEqual(
        (await alertsOf(id('of a removed agent'))).map(([, , outcome]) => outcome),
        ['over'],
      )
      await change(id('put off'), { done: true })
      await change(id('given'), { done: true })
      const letters = post.letters.length
      await pass(2 * MINUTE)
      assert.equal(post.letters.length, letters)
    })

    test('N14 each due task is told once, by two processes or after a stop', async () => {
      const place = await makePlace(kind)
      const kept: Place = { ...place, drop: async () => {} }
      const world = handClock()
      const start = () => startTestServer({ kind, clock: world, place: kept })
      const first = await start()
      await first.visitor('zoe').writes('hello')
      const [chat] = await first.agent().chats()
      const path = `/contacts/${chat?.visitor.contact ?? 0}/tasks`
      const due = world.now() + MINUTE
      for (let n = 0; n < 30; n++)
        assert.equal((await first.agent(BOB).call('POST', path, { text: `t${n}`, assignee: ids.bob, due })).status, 201)
      // The embedded database belongs to one process at a time.
      if (kind === 'embedded') await first.stop()
      const second = await start()
      const servers = kind === 'embedded' ? [second] : [first, second]
      for (let passed = 0; passed < 90 * SECOND; passed += SECOND) {
        await world.move(SECOND)
        await atRest(servers, [])
      }
      const rows = await second.services.db.query<{ task: number; n: number }>(countTold, [])
      assert.equal(rows.length, 30)
      assert.ok(rows.every(({ n }) => n === 1))
      for (const server of servers) await server.stop()
      await place.drop()
    })
  })

const countTold = statement(
  'test_tasks_told',
  `select task_id as task, count(*)::int as n from alert where cause = 'task' group by 1`,
)
