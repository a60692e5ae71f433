import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { PUBLIC_ID, RANDOM, startTestServer } from '../test-server.ts'

const testServer = await startTestServer()
after(() => testServer.close())

const ask = (path: string, accept: string) => fetch(`${testServer.url}${path}`, { headers: { accept } })
const BROWSER = 'text/html,application/xhtml+xml,*/*;q=0.8'

test('a mistyped address of the application is a page for browsers, whatever its length, and JSON for programs', async () => {
  for (const path of ['/setings', '/setings/team', '/inboxx/all/17', '/a/b/c/d']) {
    const page = await ask(path, BROWSER)
    assert.equal(page.status, 404, path)
    assert.match(page.headers.get('content-type') ?? '', /html/, path)
    assert.match(await page.text(), /<title>Deskbell/)
    const json = await ask(path, '*/*')
    assert.equal(json.status, 404, path)
    assert.match(json.headers.get('content-type') ?? '', /json/, path)
  }
})

test('A3 another method at the address of a channel is answered 405 as JSON, also to a browser', async () => {
  for (const path of [`/${RANDOM}/${PUBLIC_ID}`, `/${RANDOM}/Nobody0000`]) {
    const refused = await ask(path, BROWSER)
    assert.equal(refused.status, 405)
    assert.match(refused.headers.get('content-type') ?? '', /json/)
    assert.equal(refused.headers.get('allow'), 'POST, OPTIONS')
  }
})
