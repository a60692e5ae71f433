import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { AlertLine } from '@deskbell/protocol/agent/alerts'
import type { ChatForMe } from '@deskbell/protocol/agent/chat'
import type { Task } from '@deskbell/protocol/agent/task'
import { extent, isFull, seedOfRun, tell } from '../../../../tools/extent.ts'
import { soon } from '../channels/widget/soon.ts'
import { type Edit, mustFit, shortLease } from '../checker/edits.ts'
import { makeKillPoints } from '../checker/kill-points.ts'
import { seeded } from '../checker/random.ts'
import { read } from '../checker/readers.ts'
import { ServerProcess } from '../checker/server-process.ts'
import { makePlace, testKinds } from '../db.ts'
import { freePort } from '../free-port.ts'
import { startPost } from '../mail/post.ts'
import { ANN, tokenOf } from '../test-server.ts'

/** An alert is mailed soon when nobody has seen it, and an attempt that died is made again soon. */
const FAST: Edit[] = [
  { file: 'alerts/decide.ts', find: 'SEEN_WITHIN = 30_000', put: 'SEEN_WITHIN = 1500' },
  {
    file: 'mail/module.ts',
    find: 'startingAt([0, MINUTE, 10 * MINUTE, HOUR, ',
    put: 'startingAt([0, 3000, 6000, 9000, 12_000, ',
  },
  // The lease of an attempt outlasts it.
  { file: 'mail/module.ts', find: 'timeout: MINUTE', put: 'timeout: 8000' },
  { file: 'tasks/due.ts', find: 'const EVERY = 5000', put: 'const EVERY = 500' },
]
/** A mail whose lease ended repeatedly waits a minute. */
const WITHIN = 150_000
/** Kills at random moments, and the tasks that become due around each. */
const KILLS = extent(1, 40)
const TASKS = extent(5, 20)
/** A task is due so long after it is made at most (ms). */
const DUE_WITHIN = 4000

const isTask = '(delivery.body as MailBody).alert?.task !== undefined'
/** Where the process dies, and how often the mail server may then have received the mail. */
const ALL: { point: string; most: number; file: string; before: string; when?: string }[] = [
  {
    point: 'written',
    most: 1,
    file: 'tasks/due.ts',
    before: 'if (told.length > 0) agentAlerts.added()',
    when: 'told.length > 0',
  },
  { point: 'claimed', most: 1, file: 'alerts/runner.ts', before: 'const steps = await decideAll(tx, due, at)' },
  { point: 'decided', most: 1, file: 'alerts/runner.ts', before: 'onLeased(leased)\n', when: 'leased.length > 0' },
  {
    point: 'before-the-mail',
    most: 1,
    file: 'mail/handler.ts',
    before: 'const sent = await mailer.send(',
    when: isTask,
  },
  {
    point: 'after-the-mail',
    most: 2,
    file: 'mail/handler.ts',
    before: "if (sent.ok) return toAttempted('ok'",
    when: isTask,
  },
  {
    point: 'before-it-is-mailed',
    most: 2,
    file: 'mail/handler.ts',
    before: 'if (alert) await agentAlerts.mailed(',
    when: 'alert?.task !== undefined',
  },
  {
    point: 'after-it-is-mailed',
    most: 2,
    file: 'mail/handler.ts',
    before: 'if (!(await settle({ settlement, lock: null })))',
    when: 'alert?.task !== undefined',
  },
]
mustFit(ALL)
/** `npm test` tries those that matter most: each costs a start of the server. */
const POINTS = ALL.filter(({ point }) => isFull || point === 'written' || point === 'after-the-mail')

for (const kind of testKinds())
  test(`N14 killed between each pair of steps and at any moment, the server alerts once to each task that is due, ${kind}`, async (t) => {
    const seed = seedOfRun()
    const random = seeded(seed)
    const [place, post] = await Promise.all([makePlace(kind), startPost()])
    const points = makeKillPoints(POINTS)
    const server = new ServerProcess(
      {
        place,
        serverUrl: 'http://127.0.0.1:1',
        edits: [...FAST, ...shortLease, ...points.edits],
        env: { ...points.env, SMTP_URL: post.url, MAIL_FROM: 'desk@shop.test' },
      },
      await freePort(),
    )
    t.after(async () => {
      await server.close()
      await post.close()
      await place.drop()
      points.close()
    })
    await server.start()
    const headers = { authorization: `Bearer ${tokenOf(ANN)}`, 'content-type': 'application/json' }
    async function post200<T>(url: string, body: object): Promise<T> {
      const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
      const text = await answer.text()
      assert.ok(answer.ok, `${url}: ${answer.status} ${text}`)
      return JSON.parse(text || '{}') as T
    }
    await post200(server.channelUrl, { sender: { id: 'vera' }, message: { type: 'text', text: 'hello' } })
    const { chats } = await read<{ chats: ChatForMe[] }>(server.url, '/chats?view=all')
    const [chat] = chats
    assert.ok(chat)
    await post200(`${server.url}/api/chats/${chat.id}/accept`, {})
    const me = await read<{ id: number }>(server.url, '/me')
    /** Ann gives herself a task, which alerts her only when it is due. Returns its number. */
    const add = async (text: string, after: number): Promise<number> => {
      const task = { text, assignee: me.id, due: Date.now() + after }
      return (await post200<Task>(`${server.url}/api/contacts/${chat.visitor.contact}/tasks`, task)).id
    }
    /** A contact has no more than a hundred open tasks. */
    async function finish(tasks: readonly number[]): Promise<void> {
      for (const task of tasks) {
        const url = `${server.url}/api/tasks/${task}`
        const answer = await fetch(url, { method: 'PATCH', headers, body: JSON.stringify({ done: true }) })
        assert.equal(answer.status, 200, await answer.text())
      }
    }
    const lettersOf = (task: number) => post.letters.filter(({ text }) => new RegExp(`#task-${task}\\b`).test(text))
    const mosts = new Map<number, number>()
    /** Waits until all tasks were mailed, and that is recorded: the next kill is not to send them again. */
    const areOver = (tasks: readonly number[]) =>
      soon(async () => {
        await pause(100)
        if (!tasks.every((task) => lettersOf(task).length > 0)) return false
        const unfinished = ['waiting', 'due'].map((state) =>
          read<{ deliveries: unknown[] }>(server.url, `/deliveries?kind=mail&state=${state}`),
        )
        return (await Promise.all(unfinished)).every(({ deliveries }) => deliveries.length === 0)
      }, WITHIN)
    /** The lines about tasks in Ann's log that are not known yet. It has the newest ones. */
    const lines = new Map<string, AlertLine>()
    async function look(): Promise<void> {
      const { alerts } = await read<{ alerts: AlertLine[] }>(server.url, '/me/alerts/log')
      for (const one of alerts) if (one.what === 'task') lines.set(one.id, one)
    }

    for (const { point, most } of POINTS) {
      points.arm(point)
      const ended = server.ended()
      const task = await add(point, 500)
      mosts.set(task, most)
      assert.equal(await ended, 'SIGKILL', point)
      await server.start()
      await areOver([task])
      await look()
    }
    for (let kill = 0; kill < KILLS; kill++) {
      const tasks: number[] = []
      for (let n = 0; n < TASKS; n++) tasks.push(await add(`${kill} ${n}`, random.between(200, DUE_WITHIN)))
      for (const task of tasks) mosts.set(task, 2)
      await pause(random.between(0, DUE_WITHIN + 2500))
      await server.kill()
      await server.start()
      await areOver(tasks)
      await look()
      await finish(tasks)
    }
    const wrong = [...mosts].flatMap(([task, most]) => {
      const ids = lettersOf(task).map(({ text }) => /^Message-ID: (\S+)/im.exec(text)?.[1])
      const isRight = ids.length <= most && new Set(ids).size === 1 && ids[0] !== undefined
      return isRight ? [] : [`task ${task}: ${ids.join(' ')}`]
    })
    if (lines.size !== mosts.size) wrong.push(`${lines.size} alerts to ${mosts.size} tasks`)
    tell({
      what: `N14 due tasks, kill -9 at their steps, ${kind}`,
      count: POINTS.length + KILLS,
      violations: wrong.length,
    })
    assert.deepEqual(wrong, [], `SEED=${seed}`)
    assert.deepEqual(server.deaths, [])
  })
