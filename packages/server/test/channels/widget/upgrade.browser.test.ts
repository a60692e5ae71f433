import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { WIDGET_ID } from './page.ts'
import { composer, OPEN, startSite } from './site.ts'
import { soon } from './soon.ts'

let site: Awaited<ReturnType<typeof startSite>>
let ann: Awaited<ReturnType<ReturnType<typeof site.server.agent>['connects']>>
before(async () => {
  site = await startSite()
  ann = await site.server.agent().connects()
})
after(async () => {
  ann.close()
  await site.close()
})

/** Settings of the widget, and the URL of one of its scripts in the previous build. */
const now = async () => {
  const { body: settings } = await site.server.ask(`/widget/${WIDGET_ID}/settings`)
  const window = String(settings['window'])
  return { settings, window, old: (name: string) => window.replace(/[^/]+$/, `${name}-0oldBuild0.js`) }
}

test('a page that was open during an upgrade opens its window and can send messages', async () => {
  const { settings, window, old } = await now()
  const page = await site.visit({ head: OPEN })
  // The settings of the previous build.
  await page.route(/\/settings\?/, (route) =>
    route.fulfill({ headers: { 'access-control-allow-origin': '*' }, json: { ...settings, window: old('window') } }),
  )
  await page.reload()
  await page.getByRole('button', { name: 'Chat with us' }).click()
  await composer(page).fill('still here?')
  await page.keyboard.press('Enter')
  await page.getByRole('log').getByText('still here?', { exact: true }).waitFor()
  const chats = () => site.server.agent().chats()
  await soon(async () => (await chats()).some(({ preview }) => preview === 'still here?'), 30_000)

  // All scripts share one module state, under the old and the new names.
  const isOne = await page.evaluate(
    async ([one, other]) => (await import(one!)).start === (await import(other!)).start,
    [old('core'), window.replace('window-', 'core-')],
  )
  assert.equal(isOne, true)
  await page.close()
})

test('a script name of another build re-exports the current file and is not cached; an unknown name is 404', async () => {
  const { window, old } = await now()
  for (const name of ['window', 'core', 'api', 'more', 'polling', 'words-de']) {
    const { status, headers, text } = await site.server.ask(old(name))
    assert.equal(status, 200, name)
    assert.equal(text, `export * from './${window.split('/').at(-1)?.replace('window', name)}'\n`)
    assert.equal(headers.get('access-control-allow-origin'), '*')
    assert.equal(headers.get('content-type'), 'text/javascript; charset=utf-8')
    assert.equal(headers.get('cache-control'), 'no-store')
  }
  for (const name of ['nothing', 'words', 'words-xx', 'constructor', 'loader', '..%2Fmanifest']) {
    const { status, headers } = await site.server.ask(old(name))
    assert.deepEqual([status, headers.get('cache-control')], [404, 'no-store'], name)
  }
})
