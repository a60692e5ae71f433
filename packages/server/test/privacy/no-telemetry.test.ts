import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { ServerProcess } from '../checker/server-process.ts'
import { openPage, WIDGET } from '../channels/widget/page.ts'
import { makePlace, testKinds } from '../db.ts'
import { freePort } from '../free-port.ts'
import { startIntegratorServer } from '../integrator-server.ts'
import { startPost } from '../mail/post.ts'
import { canStartNats, startNats } from '../nats.ts'
import { ANN } from '../test-server.ts'

const NOTING = new URL('./noting-connections.ts', import.meta.url)
/** Timers of the first seconds have run by then (ms). */
const AT_REST = 3000

/** What a server connected to while `use` used it, and until it ended. */
async function connectionsOf(
  t: TestContext,
  options: Pick<ConstructorParameters<typeof ServerProcess>[0], 'place' | 'serverUrl' | 'env' | 'webhooks' | 'setup'>,
  use: (server: ServerProcess) => Promise<void>,
): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'deskbell-connections-'))
  const file = join(folder, 'connections')
  const server = new ServerProcess(
    { ...options, imports: [NOTING], env: { ...options.env, CONNECTIONS: file } },
    await freePort(),
  )
  t.after(async () => {
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  })
  await server.start()
  await use(server)
  await pause(AT_REST)
  server.signal('SIGTERM')
  await server.ended()
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
  return [...new Set(lines)].toSorted()
}

/** A visitor writes and shows a page; a picture of theirs is stored. */
async function chats(server: ServerProcess): Promise<void> {
  const page = await openPage(server, { visitor: 'anna' })
  assert.equal((await page.writes('hello')).t, 'done')
  await page.close()
  for (const path of ['/', '/widget.js', '/docs', '/openapi.json']) await (await fetch(server.url + path)).text()
}

test('R32 a desk on the embedded store connects to nothing, and asks for no name', async (t) => {
  const place = await makePlace('embedded')
  t.after(() => place.drop())
  const setup = { channels: [{ ...WIDGET, agents: [ANN] }] }
  const found = await connectionsOf(t, { place, serverUrl: 'http://127.0.0.1:9', setup }, chats)
  assert.deepEqual(found, [])
})

for (const kind of testKinds().filter((one) => one === 'server'))
  test(
    'R32 it connects to what its settings name, and to nothing else',
    { skip: !canStartNats && 'there is no nats-server' },
    async (t) => {
      const place = await makePlace(kind)
      const [post, nats, integrator] = await Promise.all([startPost(), startNats(), startIntegratorServer()])
      t.after(async () => {
        await Promise.all([post.close(), nats.stop(), integrator.close()])
        await place.drop()
      })
      const found = await connectionsOf(
        t,
        {
          place,
          serverUrl: integrator.url,
          env: { NATS_URL: nats.url, SMTP_URL: post.url, MAIL_FROM: 'desk@shop.test' },
        },
        async (server) => {
          const sent = await fetch(server.channelUrl, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ sender: { id: 'anna' }, message: { type: 'text', text: 'hello' } }),
          })
          assert.equal(sent.status, 200)
        },
      )
      const allowed = [place.databaseUrl ?? '', nats.url, post.url, integrator.url].map((url) => {
        const { hostname, port } = new URL(url)
        return `connect ${hostname}:${port || 5432}`
      })
      assert.deepEqual(
        found.filter((line) => !allowed.includes(line)),
        [],
      )
      // The test sees what there is to see.
      assert.ok(found.includes(allowed[0]!) && found.includes(allowed[1]!), found.join())
    },
  )
