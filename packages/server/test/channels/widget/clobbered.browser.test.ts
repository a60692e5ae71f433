import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { startSite } from './site.ts'
import { soon } from './soon.ts'

const STANDS = ['title', 'referrer', 'cookie']
const STAYS_AWAY = ['addEventListener', 'createElementNS', 'documentElement', 'createElement', 'hidden']
/** The pages by name, all open at the same time. */
const pages = new Map<string, Page>()

let site: Awaited<ReturnType<typeof startSite>>
let ann: Awaited<ReturnType<ReturnType<typeof site.server.agent>['connects']>>
before(async () => {
  site = await startSite()
  ann = await site.server.agent().connects()
  // The widget's default prefix: naming it keeps the visit from waiting for a callback.
  for (const name of [...STANDS, ...STAYS_AWAY])
    pages.set(name, await site.visit({ head: named(name), attributes: 'data-prefix="chat_"' }))
})
after(async () => {
  ann.close()
  await site.close()
})

/**
 * An element of the page whose name replaces a property of the document or the window. Listeners for errors are
 * registered before it; the widget must throw no error into the page.
 */
const named = (name: string): string =>
  `<script>addEventListener('error',(event)=>heard.push(['error',event.message]));` +
  `addEventListener('unhandledrejection',(event)=>heard.push(['rejection',String(event.reason)]));` +
  `var seconds=0;setInterval(()=>seconds++,1000);` +
  // The shadow root is opened for the test and kept, since the document's own lookup may be replaced.
  `{const attach=Element.prototype.attachShadow;Element.prototype.attachShadow=function(options){` +
  `return window.root=attach.call(this,{...options,mode:'open'})}}</script><img name="${name}">`

const faults = (page: Page) => page.evaluate<string[][]>(`heard.filter(([name]) => /^(error|rejection)$/.test(name))`)

/** The page, after several checks of the widget since the load or the press. */
async function calm(name: string): Promise<Page> {
  const page = pages.get(name)!
  const from = await page.evaluate<number>('seconds')
  await soon(() => page.evaluate<boolean>(`seconds > ${from + 2}`), 10_000)
  return page
}

suite('T32 an element of the page with the name of a property of the document', () => {
  for (const name of STANDS)
    test(`T32 ${name}: the window opens, and a message is sent`, async () => {
      const page = await calm(name)
      await page.evaluate(`chat_api.open()`)
      await soon(() => page.evaluate<boolean>(`!!root.querySelector('.comp textarea')`), 10_000)
      await page.evaluate(`root.querySelector('.comp textarea').focus()`)
      await page.keyboard.type(`beside an image named ${name}`)
      await page.keyboard.press('Enter')
      const arrived = async () => (await site.server.agent().chats()).map(({ preview }) => preview)
      await soon(async () => (await arrived()).includes(`beside an image named ${name}`), 10_000)
      assert.deepEqual(await faults(page), [])
    })

  test('T32 where the widget cannot be shown, it throws no error into the page', async () => {
    await Promise.all(
      STAYS_AWAY.map(async (name) => {
        // Presses the label, if there is one.
        await (await calm(name)).evaluate(`window.root?.querySelector('button')?.click()`)
        assert.deepEqual(await faults(await calm(name)), [], name)
      }),
    )
  })
})
