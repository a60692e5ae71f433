import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { openBrowser } from '../browser.ts'
import { closeDatabases, openTestFiles } from './setup.ts'
import { hostileFiles } from './hostile.ts'
import { animation, plain } from './pictures.ts'

after(closeDatabases)

const server = await openTestFiles({ after })
const browser = await openBrowser()
after(() => browser.close())

/** Records the requests of files; answers other paths with the given page. */
const calls: string[] = []
let pages: Record<string, { type: string; body: Buffer }> = {}
const canary = createServer((request, response) => {
  const path = request.url ?? ''
  const page = pages[path]
  if (!page) calls.push(decodeURIComponent(path))
  response.writeHead(page ? 200 : 404, { 'content-type': page?.type ?? 'text/plain' }).end(page?.body)
})
canary.listen(0, '127.0.0.1')
await once(canary, 'listening')
after(() => {
  canary.closeAllConnections()
  canary.close()
})
const origin = `http://127.0.0.1:${(canary.address() as AddressInfo).port}`
const hostile = await hostileFiles(`${origin}/called-by`)

/** Navigates and waits for all requests of the page; a download ends the navigation. */
async function opened(page: Page, link: string): Promise<void> {
  await page.goto(link).catch((error: Error) => assert.match(error.message, /Download is starting|ERR_ABORTED/))
}

test('T9 without protection these files call the canary', async () => {
  const types: Record<string, string> = { svg: 'image/svg+xml', xhtml: 'application/xhtml+xml', xml: 'text/xml' }
  const page = await browser.newPage()
  const dangerous = ['script.svg', 'onload.svg', 'page.png', 'page.xhtml', 'onerror.jpg', 'styled.xml', 'tail.gif']
  for (const name of dangerous) {
    const body = hostile.find((file) => file.name === name)?.bytes ?? Buffer.alloc(0)
    pages = { '/open': { type: types[name.split('.').at(-1) ?? ''] ?? 'text/html', body } }
    calls.length = 0
    await opened(page, `${origin}/open`)
    const isCalled = () => calls.includes(`/called-by/${name}`)
    for (const end = Date.now() + 10_000; !isCalled() && Date.now() < end;) await pause(20)
    assert.ok(isCalled(), name)
  }
  await page.close()
})

test('T9 no file calls the canary, in every way in which a page can make a browser open it', async (t) => {
  const context = await browser.newContext({ acceptDownloads: false })
  const page = await context.newPage()
  for (const { name, bytes } of hostile) {
    await t.test(`T9 ${name} in a browser`, async () => {
      const { file } = await server.upload(name, bytes)
      const link = server.linkTo(file)
      calls.length = 0
      await opened(page, link)
      pages = {
        '/embeds': {
          type: 'text/html',
          body: Buffer.from(
            `<!doctype html><img src="${link}"><video src="${link}"></video><script src="${link}"></script>` +
              `<link rel="stylesheet" href="${link}"><iframe src="${link}"></iframe>` +
              `<object data="${link}"></object><embed src="${link}">`,
          ),
        },
        '/favicon.ico': { type: 'image/x-icon', body: Buffer.alloc(0) },
      }
      await opened(page, `${origin}/embeds`)
      assert.deepEqual(calls, [])
    })
  }
  await context.close()
})

test('T9 a picture is shown, in the server’s pages and alone', async () => {
  const page = await browser.newPage()
  for (const bytes of [
    await plain().png().toBuffer(),
    await plain().jpeg().toBuffer(),
    await plain().webp().toBuffer(),
    await animation('gif'),
  ]) {
    const { file } = await server.upload('picture', bytes)
    for (const link of [server.linkTo(file), server.linkTo(file, { thumb: true })]) {
      pages = { '/ours': { type: 'text/html', body: Buffer.from(`<!doctype html><img src="${link}">`) } }
      for (const address of [`${origin}/ours`, link]) {
        await page.goto(address)
        assert.equal(await page.evaluate('document.images[0].naturalWidth'), 40, address)
      }
    }
  }
  await page.close()
})
