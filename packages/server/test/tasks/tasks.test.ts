import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { ContactTasks, Task, TasksPage } from '@deskbell/protocol/agent/task'
import { emptyContact } from '../../src/conversation/contact/erase.ts'
import { addAgent, startServer } from '../agent-api/servers.ts'
import { testKinds } from '../db.ts'
import { ANN, BOB, type Answer, type TestAgent, type TestServer } from '../test-server.ts'

const SECOND = 'Second00id'
const OTHER = 'B'.repeat(32)
const HOUR = 3_600_000

for (const kind of testKinds())
  suite(`tasks, ${kind}`, () => {
    let testServer: TestServer
    let ann: TestAgent
    let bob: TestAgent
    let ids: { ann: number; bob: number }
    before(async () => {
      testServer = await startServer({
        kind,
        channels: [{ kind: 'api', name: 'Second', publicId: SECOND, random: OTHER, agents: [ANN] }],
      })
      ann = testServer.agent(ANN)
      bob = testServer.agent(BOB)
      const idOf = (email: string) =>
        testServer.services.directory.agents(1).find((one) => one.email === email)?.id ?? 0
      ids = { ann: idOf(ANN), bob: idOf(BOB) }
    })
    after(() => testServer.close())

    const bodyOf = <T>(answer: Answer): T => {
      assert.ok(answer.status < 300, answer.text)
      return answer.body as unknown as T
    }
    const now = () => testServer.services.clock.now()
    /** A visitor of the first channel who has written, with the numbers of their chat, contact and visitor. */
    async function writes(key: string, sender: Record<string, unknown> = {}) {
      await testServer.visitor(key, sender).writes('hello')
      const chat = (await ann.chats('?limit=200')).find(({ visitor }) => visitor.id === key)
      return { chat: chat?.id ?? 0, contact: chat?.visitor.contact ?? 0, number: Number(chat?.visitor.number) }
    }
    const add = async (contact: number, body: object, agent = ann) =>
      bodyOf<Task>(await agent.call('POST', `/contacts/${contact}/tasks`, body))
    const change = async (task: number, body: object, agent = ann) =>
      bodyOf<Task>(await agent.call('PATCH', `/tasks/${task}`, body))
    const of = async (contact: number, agent = ann) =>
      bodyOf<ContactTasks>(await agent.call('GET', `/contacts/${contact}/tasks`))
    const list = async (query = '', agent = ann) => bodyOf<TasksPage>(await agent.call('GET', `/tasks${query}`))
    const texts = (tasks: readonly Task[]) => tasks.map(({ text }) => text)
    async function refused(asked: Promise<Answer>, status: number, field?: string): Promise<string> {
      const { status: got, body, text } = await asked
      const { error } = body as unknown as { error: { code: string; field?: string; why?: { reason: string } } }
      assert.deepEqual([got, error.field], [status, field], text)
      return error.why?.reason ?? error.code
    }

    test('a task is added, changed field by field, done by the first agent, opened again, and removed', async () => {
      const { chat, contact } = await writes('t-vera', { name: 'Vera', email: 'vera@tea.test' })
      const due = now() + HOUR
      const made = await add(contact, { text: ' Send the offer\n', assignee: ids.bob, due, chat })
      assert.deepEqual(
        [made.text, made.assignee, made.due, made.chat, made.made.by, made.done],
        ['Send the offer', { id: ids.bob, name: 'Bob' }, due, chat, { id: ids.ann, name: 'Ann' }, null],
      )
      assert.deepEqual([made.contact.id, made.contact.name], [contact, 'Vera'])
      assert.deepEqual((await of(contact)).open, [made])
      assert.deepEqual(bodyOf<Task>(await bob.call('GET', `/tasks/${made.id}`)), made)

      const [text, time] = await Promise.all([
        change(made.id, { text: 'Send the new offer' }, bob),
        change(made.id, { due: null }),
      ])
      assert.equal(text.text, 'Send the new offer')
      assert.equal(time.due, null)
      const both = bodyOf<Task>(await ann.call('GET', `/tasks/${made.id}`))
      assert.deepEqual([both.text, both.due], ['Send the new offer', null])
      await Promise.all([change(made.id, { text: 'One' }, bob), change(made.id, { text: 'Two' })])
      const later = bodyOf<Task>(await ann.call('GET', `/tasks/${made.id}`))
      assert.ok(later.text === 'One' || later.text === 'Two')

      assert.deepEqual((await change(made.id, { done: true }, bob)).done?.by, { id: ids.bob, name: 'Bob' })
      assert.deepEqual((await change(made.id, { done: true })).done?.by.name, 'Bob')
      assert.deepEqual((await of(contact)).open, [])
      assert.deepEqual(texts((await of(contact)).done), [later.text])
      assert.equal((await change(made.id, { done: false })).done, null)
      assert.deepEqual(await change(made.id, {}), await change(made.id, { done: false }))

      assert.equal((await bob.call('DELETE', `/tasks/${made.id}`)).status, 403)
      assert.equal((await ann.call('DELETE', `/tasks/${made.id}`)).status, 204)
      assert.equal((await ann.call('DELETE', `/tasks/${made.id}`)).status, 404)
      const bobs = await add(contact, { text: 'of Bob' }, bob)
      assert.equal(bobs.assignee, null)
      assert.equal((await bob.call('DELETE', `/tasks/${bobs.id}`)).status, 204)
    })

    test('wrong input is refused with its field and reason, and changes nothing', async () => {
      const { contact } = await writes('t-wrong')
      const other = await writes('t-other')
      const path = `/contacts/${contact}/tasks`
      const task = await add(contact, { text: 'right', assignee: ids.bob })
      const far = now() + 3651 * 24 * HOUR
      const cases: [object, number, string, string][] = [
        [{ text: '   ' }, 400, '/text', 'empty'],
        [{ text: 'x'.repeat(2001) }, 400, '/text', 'too_long'],
        [{ text: 'x', due: far }, 400, '/due', 'too_far'],
        [{ text: 'x', due: 'soon' }, 400, '/due', 'wrong_types'],
        [{ text: 'x', assignee: 987_654 }, 400, '/assignee', 'no_agent'],
        [{ text: 'x', color: 'red' }, 400, '/color', 'unknown_field'],
      ]
      for (const [body, status, field, reason] of cases) {
        const { text: _, ...rest } = body as { text: string }
        const changed = field === '/text' ? body : rest
        assert.equal(await refused(ann.call('POST', path, body), status, field), reason)
        assert.equal(await refused(ann.call('PATCH', `/tasks/${task.id}`, changed), status, field), reason)
      }
      assert.equal(await refused(ann.call('POST', path, {}), 400, '/text'), 'required')
      assert.equal(await refused(ann.call('POST', path, { text: 'x', chat: other.chat }), 404), 'not_found')
      assert.deepEqual((await of(contact)).open, [task])
      assert.equal((await add(contact, { text: '🙂'.repeat(2000) })).text.length, 4000)
      for (const query of ['?after=x', '?limit=0', '?state=old', '?assignee=bob', '?contact=0'])
        assert.equal((await ann.call('GET', `/tasks${query}`)).status, 400, query)
      assert.equal((await ann.call('GET', '/tasks/count')).status, 400)
    })

    test('lists have open tasks by due time and done ones newest first, page by page, by agent and contact', async () => {
      const { contact } = await writes('t-list', { name: 'Liz' })
      const at = now() + 100 * HOUR
      const given: [string, number | null, number | null][] = [
        ['undated', null, ids.bob],
        ['late', at + HOUR, ids.bob],
        ['soon', at, ids.bob],
        ['also soon', at, ids.bob],
        ['of nobody', at, null],
        ['of Ann', at + 2 * HOUR, ids.ann],
      ]
      for (const [text, due, assignee] of given) await add(contact, { text, due, assignee })
      const pages = async (query: string, agent = ann) => {
        const seen: string[] = []
        for (let next: string | null = ''; next !== null;) {
          const page: TasksPage = await list(`${query}&limit=1${next && `&after=${next}`}`, agent)
          seen.push(...texts(page.tasks))
          next = page.next
        }
        return seen
      }
      const bobs = ['soon', 'also soon', 'late', 'undated']
      assert.deepEqual(await pages(`?contact=${contact}&assignee=${ids.bob}`), bobs)
      assert.deepEqual(await pages(`?contact=${contact}&assignee=nobody`), ['of nobody'])
      assert.deepEqual(await pages(`?contact=${contact}`), [
        'soon',
        'also soon',
        'of nobody',
        'late',
        'of Ann',
        'undated',
      ])
      const mine = await pages('?assignee=me', bob)
      assert.deepEqual(
        mine.filter((text) => bobs.includes(text)),
        bobs,
      )
      for (const query of ['?state=open', '?assignee=nobody', `?assignee=${ids.ann}`]) {
        const all = await pages(query)
        assert.deepEqual(all, texts((await list(`${query}&limit=100`)).tasks), query)
        assert.equal(new Set(all).size, all.length, query)
      }
      const { open } = await of(contact)
      for (const { id } of open.slice(0, 3)) await change(id, { done: true }, bob)
      assert.deepEqual(await pages(`?contact=${contact}&state=done`), ['of nobody', 'also soon', 'soon'])
      assert.deepEqual(await pages(`?contact=${contact}&state=done&assignee=me`, bob), ['also soon', 'soon'])
      const count = async (until: number, agent: TestAgent) =>
        (await agent.call('GET', `/tasks/count?until=${until}`)).body['due'] as unknown as number
      assert.equal(await count(at, bob), 0)
      assert.equal(await count(at + HOUR + 1, bob), 1)
      assert.equal(await count(at + 3 * HOUR, ann), 1)
    })

    test('T18 an agent sees and changes the tasks of the contacts that they see, and gives them to agents who do', async () => {
      await testServer.ask(`/${OTHER}/${SECOND}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ sender: { id: 't-far', name: 'Fay' }, message: { type: 'text', text: 'hello' } }),
      })
      const far = (await ann.chats('?limit=200')).find(({ visitor }) => visitor.id === 't-far')
      const contact = far?.visitor.contact ?? 0
      const task = await add(contact, { text: 'far away' })
      for (const [method, path, body] of [
        ['GET', `/contacts/${contact}/tasks`],
        ['POST', `/contacts/${contact}/tasks`, { text: 'x' }],
        ['GET', `/tasks/${task.id}`],
        ['PATCH', `/tasks/${task.id}`, { done: true }],
        ['DELETE', `/tasks/${task.id}`],
      ] as const)
        assert.equal(await refused(bob.call(method, path, body), 404), 'not_found', path)
      for (const query of ['?limit=100', `?contact=${contact}`, '?assignee=nobody&limit=100'])
        assert.ok(!texts((await list(query, bob)).tasks).includes('far away'), query)
      const assign = { assignee: ids.bob }
      assert.equal(await refused(ann.call('PATCH', `/tasks/${task.id}`, assign), 400, '/assignee'), 'agent_not_contact')
      assert.equal(
        await refused(ann.call('POST', `/contacts/${contact}/tasks`, { text: 'x', ...assign }), 400, '/assignee'),
        'agent_not_contact',
      )
      assert.deepEqual((await of(contact)).open, [task])
      // Nor the chat in which a task was made.
      const seen = await writes('t-seen')
      assert.equal(
        (await bob.call('POST', `/contacts/${seen.contact}/tasks`, { text: 'x', chat: far?.id })).status,
        404,
      )
    })

    test('a contact has at most 200 open tasks, also by opening done ones again', async () => {
      const { contact } = await writes('t-many')
      const first = await add(contact, { text: 'first' })
      await change(first.id, { done: true })
      await testServer.services.db.query(insertMany, [contact])
      await add(contact, { text: 'the 200th' })
      const path = `/contacts/${contact}/tasks`
      assert.equal(await refused(ann.call('POST', path, { text: 'one more' }), 400), 'limit_reached')
      const again = ann.call('PATCH', `/tasks/${first.id}`, { done: false })
      assert.equal(await refused(again, 400, '/done'), 'limit_reached')
      assert.equal((await of(contact)).open.length, 200)
    })

    test('open windows are told which contact’s tasks have changed', async () => {
      const { contact } = await writes('t-live')
      const screen = await bob.connects()
      // Changes within a second are told together, also those of other contacts.
      const told = (from: number) =>
        screen.sees(
          (one) =>
            one.type === 'stale' &&
            one.what === 'tasks' &&
            one.ids?.includes(contact) === true &&
            screen.frames.indexOf(one) >= from,
        )
      let seen = screen.frames.length
      const task = await add(contact, { text: 'watch' })
      await told(seen)
      seen = screen.frames.length
      await change(task.id, { done: true })
      await told(seen)
      seen = screen.frames.length
      const other = await writes('t-merged')
      bodyOf(await ann.call('POST', `/contacts/${contact}/merge`, { other: other.contact }))
      await told(seen)
      screen.close()
    })

    test('a merge moves tasks, and a channel that is taken apart leaves them', async () => {
      const [one, two] = [await writes('t-one'), await writes('t-two')]
      const mine = await add(one.contact, { text: 'of one' })
      const moved = await add(two.contact, { text: 'of two', chat: two.chat })
      bodyOf(await ann.call('POST', `/contacts/${one.contact}/merge`, { other: two.contact }))
      assert.deepEqual(texts((await of(one.contact)).open), ['of one', 'of two'])
      assert.equal((await change(moved.id, { text: 'of two, moved' })).contact.id, one.contact)
      bodyOf(await ann.call('POST', `/contacts/${one.contact}/visitors/${two.number}/apart`))
      assert.deepEqual(texts((await of(one.contact)).open), ['of one', 'of two, moved'])
      assert.ok(mine.id > 0)
    })

    test('erasing the last visitor of a contact, or the contact, erases its tasks; with others they stay', async () => {
      const left = async () => testServer.services.db.query(leftStatement, [])
      const [one, two] = [await writes('t-gone'), await writes('t-stays')]
      await add(one.contact, { text: 'secret task' })
      bodyOf(await ann.call('POST', `/contacts/${one.contact}/merge`, { other: two.contact }))
      bodyOf(await ann.call('DELETE', `/visitors/${one.number}`))
      assert.deepEqual(texts((await of(one.contact)).open), ['secret task'])
      bodyOf(await ann.call('DELETE', `/visitors/${two.number}`))
      assert.deepEqual(await left(), [])
      const whole = await writes('t-whole')
      await add(whole.contact, { text: 'secret task', assignee: ids.bob })
      bodyOf(await ann.call('DELETE', `/contacts/${whole.contact}`))
      assert.deepEqual(await left(), [])
    })

    test('T42 a task that is added while the contact is erased is refused', async () => {
      const { db } = testServer.services
      const { contact } = await writes('t-kim')
      let adding: Promise<Answer> | undefined
      await db.transaction(async (tx) => {
        await emptyContact(tx, 1, contact)
        adding = ann.call('POST', `/contacts/${contact}/tasks`, { text: 'secret task' })
        // The embedded store has one connection, so the request waits for the end of this transaction.
        let isAnswered = kind === 'embedded'
        void adding.then(() => (isAnswered = true))
        while (!isAnswered && (await tx.query(waitingStatement, [])).length === 0);
      })
      assert.equal((await adding)?.status, 404)
      assert.deepEqual(await db.query(leftStatement, []), [])
    })

    test('the tasks of a removed agent are nobody’s, and who made and did them stays', async () => {
      const cleo = await addAgent(testServer, 'cleo@shop.test', 'admin')
      const { contact } = await writes('t-cleo')
      const open = await add(contact, { text: 'to do', assignee: cleo.id })
      const byCleo = await add(contact, { text: 'made and done', assignee: cleo.id }, cleo)
      await change(byCleo.id, { done: true }, cleo)
      assert.equal((await ann.call('DELETE', `/agents/${cleo.id}`)).status, 204)
      const after = await of(contact)
      assert.deepEqual(after.open, [{ ...open, assignee: null }])
      const [done] = after.done
      assert.deepEqual(
        [done?.assignee, done?.made.by.name, done?.done?.by.name],
        [null, 'cleo@shop.test', 'cleo@shop.test'],
      )
      const again = ann.call('PATCH', `/tasks/${open.id}`, { assignee: cleo.id })
      assert.equal(await refused(again, 400, '/assignee'), 'no_agent')
    })
  })

const leftStatement = {
  name: 'test_tasks_left',
  text: `select id from contact_task where text = 'secret task'`,
}
const insertMany = {
  name: 'test_tasks_many',
  text: `insert into contact_task (account_id, contact_id, text, made_by, made_name, made_at)
    select 1, $1, 'task', 1, 'Ann', now() from generate_series(1, 199)`,
}
const waitingStatement = {
  name: 'test_task_waits',
  text: `select 1 from pg_locks where not granted
  and pid in (select pid from pg_stat_activity where datname = current_database()) limit 1`,
}
