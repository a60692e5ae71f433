import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { suite, test } from 'node:test'
import { promisify } from 'node:util'
import { firstStart, laterStart } from '../../src/setup/first-start.ts'
import { signIn } from '../../src/identity/sessions.ts'
import { testKinds } from '../db.ts'
import { openTestSettings } from '../settings/test-settings.ts'

for (const kind of testKinds()) {
  suite(`first start, ${kind}`, () => {
    test('T43 an empty database gets an owner with a random password, a department and a channel, once', async () => {
      const testSettings = await openTestSettings(kind)
      try {
        // Two processes that start at the same time set up one account.
        const outcomes = await Promise.all([
          firstStart(testSettings.settingsContext, testSettings.db, 'http://localhost:4000'),
          firstStart(testSettings.settingsContext, testSettings.db, 'http://localhost:4000'),
        ])
        const lines = outcomes.find((printed) => printed)
        assert.ok(lines)
        assert.equal(outcomes.filter((printed) => printed).length, 1)
        assert.equal(
          await firstStart(testSettings.settingsContext, testSettings.db, 'http://localhost:4000'),
          undefined,
        )

        const value = (name: string) =>
          lines
            .find((line) => line.startsWith(name))
            ?.slice(19)
            .split(' ')[0] ?? ''
        assert.equal(value('Agent application'), 'http://localhost:4000/')
        assert.match(value('Password'), /^[A-Za-z0-9]{20}$/)
        // The next start prints the addresses and no secret.
        assert.deepEqual(await laterStart(testSettings.db, 'http://localhost:4000'), [
          'Agent application  http://localhost:4000/',
          `Try the widget     ${value('Try the widget')}`,
        ])
        assert.match(value('Try the widget'), /^http:\/\/localhost:4000\/talk\/[A-Za-z0-9]{10}$/)

        const directory = await testSettings.directory()
        const [account] = directory.accounts()
        assert.ok(account)
        const signedIn = await signIn(testSettings.services(1), {
          email: value('Sign in as'),
          password: value('Password'),
          address: '192.0.2.1',
        })
        const owner = directory.agent(account.id, signedIn.agent)
        assert.equal(owner?.role, 'owner')
        const [channel] = directory.channels(account.id)
        assert.deepEqual([...(channel?.agents ?? [])], [owner.id])
        assert.ok(lines.at(-1)?.endsWith(` http://localhost:4000/${channel?.random}/${channel?.publicId}`))
      } finally {
        await testSettings.close()
      }
    })
  })
}

test('the printed curl line posts a message of the channel interface', async () => {
  const testSettings = await openTestSettings('embedded')
  let seen = {}
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += chunk))
    request.on('end', () => {
      seen = { method: request.method, url: request.url, type: request.headers['content-type'], body: JSON.parse(body) }
      response.end('{"result":"ok"}')
    })
  })
  try {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const lines = await firstStart(testSettings.settingsContext, testSettings.db, `http://127.0.0.1:${port}`)
    const { stdout } = await promisify(execFile)('sh', ['-c', lines?.at(-1) ?? 'false'])
    assert.equal(stdout, '{"result":"ok"}')
    const [channel] = (await testSettings.directory()).channels(1)
    assert.deepEqual(seen, {
      method: 'POST',
      url: `/${channel?.random}/${channel?.publicId}`,
      type: 'application/json',
      body: { sender: { id: '1', name: 'Ann' }, message: { type: 'text', text: 'Hello!' } },
    })
  } finally {
    server.close()
    await testSettings.close()
  }
})
