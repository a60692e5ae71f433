import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { extent, isFull, tell } from '../../../../tools/extent.ts'
import { soon } from '../channels/widget/soon.ts'
import { shortLease, type Edit } from '../checker/edits.ts'
import { ServerProcess } from '../checker/server-process.ts'
import { makePlace, testKinds } from '../db.ts'
import { freePort } from '../free-port.ts'
import { ANN, tokenOf } from '../test-server.ts'
import { startPushServer } from './push-server.ts'

/** Code that ends the process as `kill -9` does, once. */
const die = (point: string) => `{
  const fs = process.getBuiltinModule('node:fs')
  const armed = process.env.POINTS + '/${point}'
  if (fs.existsSync(armed)) {
    fs.rmSync(armed)
    process.kill(process.pid, 'SIGKILL')
  }
}`

/** Where the process dies, and how often the push service may then have received the alert. */
const ALL: { point: string; edit: Edit; most: number }[] = [
  {
    point: 'claimed',
    edit: {
      file: 'alerts/runner.ts',
      find: 'const steps = await decideAll(tx, due, at)',
      put: `${die('claimed')}\nconst steps = await decideAll(tx, due, at)`,
    },
    most: 1,
  },
  {
    point: 'decided',
    edit: {
      file: 'alerts/runner.ts',
      find: 'onLeased(leased)\n',
      put: `if (leased.length > 0) ${die('decided')}\nonLeased(leased)\n`,
    },
    most: 1,
  },
  {
    point: 'before-the-request',
    edit: {
      file: 'alerts/push.ts',
      find: 'return sender.send(',
      put: `${die('before-the-request')}\nreturn sender.send(`,
    },
    most: 1,
  },
  {
    point: 'after-the-request',
    edit: {
      file: 'alerts/push.ts',
      find: "if (typeof answer === 'string') return never",
      put: `${die('after-the-request')}\nif (typeof answer === 'string') return never`,
    },
    most: 2,
  },
  {
    point: 'after-the-result',
    edit: {
      file: 'alerts/push.ts',
      find: "if (state === 'failed' ||",
      put: `${die('after-the-result')}\nif (state === 'failed' ||`,
    },
    most: 2,
  },
]

/** `npm test` tries the two that matter most: each costs a start of the server. */
const POINTS = ALL.filter(({ point }) => isFull || point === 'decided' || point === 'after-the-request')

for (const kind of testKinds())
  test(`N10 killed between each pair of steps, the server sends every alert, ${kind}`, async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'deskbell-alerts-'))
    const [place, pushServer] = await Promise.all([makePlace(kind), startPushServer()])
    const server = new ServerProcess(
      {
        place,
        serverUrl: 'http://127.0.0.1:1',
        edits: [...shortLease, ...POINTS.map(({ edit }) => edit)],
        env: { POINTS: folder },
      },
      await freePort(),
    )
    t.after(async () => {
      await server.close()
      await pushServer.close()
      await place.drop()
      rmSync(folder, { recursive: true })
    })
    await server.start()
    const browser = pushServer.subscribes()
    const headers = { authorization: `Bearer ${tokenOf(ANN)}`, 'content-type': 'application/json' }
    const device = { key: 'k'.repeat(22), name: 'Firefox', permission: 'granted', subscription: browser.subscription }
    const put = await fetch(`${server.url}/api/me/alerts/devices`, {
      method: 'PUT',
      headers,
      body: JSON.stringify(device),
    })
    assert.equal(put.status, 200, await put.text())

    for (const { point, most } of POINTS) {
      writeFileSync(join(folder, point), '')
      const ended = server.ended()
      // The process may die before the answer: the customer's server sends the message again.
      const writes = () =>
        fetch(server.channelUrl, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'idempotency-key': point },
          body: JSON.stringify({ sender: { id: point, name: point }, message: { type: 'text', text: 'hi' } }),
        }).then(
          ({ ok }) => ok,
          () => false,
        )
      const written = await writes()
      assert.equal(await ended, 'SIGKILL', point)
      const arrived = () => browser.arrived.filter(({ name }) => name === point)
      server.launch()
      await server.up
      assert.ok(written || (await writes()), point)
      await soon(() => arrived().length > 0, 60_000)
      assert.ok(arrived().length <= most, `${point}: ${arrived().length} times`)
      assert.equal(new Set(arrived().map(({ tag }) => tag)).size, 1, 'the device shows it once')
    }
    assert.deepEqual(server.deaths, [])
    tell({
      what: `N10 kills between the steps of an alert, ${kind}`,
      count: extent(POINTS.length, POINTS.length),
      violations: 0,
    })
  })
