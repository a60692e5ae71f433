import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { openLine } from '../../agent-app/line.ts'
import { axeViolations, screenshot } from '../../browser.ts'
import { soon } from './soon.ts'
import { call, chatOf as findChat, composer, heard, loaded, OPEN, startSite } from './site.ts'

const line = await openLine()
let site: Awaited<ReturnType<typeof startSite>>
let ann: Awaited<ReturnType<ReturnType<typeof site.server.agent>['connects']>>
before(async () => {
  site = await startSite({ env: { PUBLIC_URL: `http://localhost:${line.port}` } })
  line.leadsTo(Number(new URL(site.server.url).port))
  ann = await site.server.agent().connects()
})
after(async () => {
  ann.close()
  await site.close()
  line.close()
})

async function write(page: Page, text: string): Promise<void> {
  await composer(page).fill(text)
  await page.keyboard.press('Enter')
}
const says = (page: Page, text: string) => page.getByRole('log').getByText(text, { exact: true })

const chatOf = async (text: string) => (await findChat(site.server, text)).id

test('a visitor opens the window with the keyboard, writes, gets an answer, and rates the chat', async () => {
  const page = await site.visit({ head: OPEN })
  await page.getByRole('button', { name: 'Chat with us' }).focus()
  await page.keyboard.press('Enter')
  await composer(page).waitFor()
  await page.locator('.faces').getByTitle('Ann').waitFor()
  await page.keyboard.type('is it blue?')
  await page.keyboard.press('Enter')
  const agent = site.server.agent()
  const chat = await chatOf('is it blue?')
  await agent.accepts(chat)
  await agent.writes(chat, 'as blue as can be')
  await says(page, 'as blue as can be').waitFor()
  assert.deepEqual(await axeViolations(page), [])
  await agent.closes(chat)
  const good = page.getByRole('button', { name: 'Good', exact: false }).first()
  await good.click()
  await page.getByRole('textbox', { name: 'What should we know?' }).fill('so quick')
  await page.locator('.card').getByRole('button', { name: 'Send' }).click()
  await soon(async () => (await agent.chat(chat)).rating === 'positive', 30_000)
  await page.keyboard.press('Escape')
  const names = (await heard(page)).map(([name]) => name)
  assert.deepEqual(
    names.filter((name) => name !== 'onResizeCallback' && name !== 'onChangeState'),
    ['onLoadCallback', 'onOpen', 'onMessageSent', 'onAccept'],
  )
})

test('axe finds no violation, light and dark, wide and narrow, left to right and right to left', async () => {
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [1000, 390])
      for (const lang of ['en', 'ar']) {
        const page = await site.visit({
          head: OPEN,
          attributes: `data-lang="${lang}"`,
          context: { colorScheme, reducedMotion: 'reduce', viewport: { width, height: 740 } },
        })
        assert.deepEqual(await axeViolations(page), [], `label ${colorScheme} ${width} ${lang}`)
        await call(page, 'open')
        await page.getByRole('textbox').waitFor()
        await screenshot(page, `widget-${lang}-${width}-${colorScheme}`)
        assert.deepEqual(await axeViolations(page), [], `window ${colorScheme} ${width} ${lang}`)
        const root = 'document.documentElement'
        const wide = await page.evaluate(`${root}.scrollWidth - ${root}.clientWidth`)
        assert.equal(wide, 0)
        await page.context().close()
      }
})

test('the widget works under a strict content policy with trusted types, and causes no violation', async () => {
  const origin = site.server.publicUrl
  const page = await site.visit({
    head: `${OPEN}<script>addEventListener('securitypolicyviolation',e=>heard.push(['violation',e.violatedDirective,e.blockedURI]))</script>`,
    headers: {
      'content-security-policy':
        `default-src 'none'; script-src 'unsafe-inline' ${origin}; connect-src ${origin} ${origin.replace('http', 'ws')}; ` +
        `img-src ${origin}; media-src ${origin}; base-uri 'none'; require-trusted-types-for 'script'; trusted-types 'none'`,
    },
  })
  await call(page, 'open')
  await write(page, 'under a policy')
  const chat = await chatOf('under a policy')
  await site.server.agent().accepts(chat)
  await site.server.agent().writes(chat, 'fine')
  await says(page, 'fine').waitFor()
  assert.deepEqual(
    (await heard(page)).filter(([name]) => name === 'violation'),
    [],
  )
})

test('T32 on a page that patched built-ins and uses the widget’s names, page and widget work', async () => {
  const page = await site.visit({
    head:
      OPEN +
      `<script>addEventListener('error',()=>heard.push(['error']));
      Object.prototype.polluted='yes';Object.prototype.visitor='x'.repeat(32);Array.prototype.extra=()=>1;
      JSON.stringify=(s=>function(v,...r){return s.call(JSON,v,...r)})(JSON.stringify);
      String.prototype.trim=(t=>function(){return t.call(this)})(String.prototype.trim)</script>
      <style>*{color:red!important;font-size:33px!important}div{opacity:.5!important;filter:blur(2px)!important}div:empty{display:none!important}</style>
      <form id="body"><input name="currentScript"><input name="createElement"></form><img name="currentScript">`,
  })
  await call(page, 'open')
  await write(page, 'from a hostile page')
  await chatOf('from a hostile page')
  assert.deepEqual(
    (await heard(page)).filter(([name]) => name === 'error'),
    [],
  )
  const colour: string = await composer(page).evaluate('box => getComputedStyle(box).color')
  assert.notEqual(colour, 'rgb(255, 0, 0)')
})

test('R14 a broken connection, and a silent one, lose and duplicate no message', async () => {
  const page = await site.visit({ head: OPEN })
  await call(page, 'open')
  await write(page, 'before the break')
  const chat = await chatOf('before the break')
  const agent = site.server.agent()
  await agent.accepts(chat)
  await agent.writes(chat, 'one')
  await says(page, 'one').waitFor()
  line.cut()
  await agent.writes(chat, 'two')
  await write(page, 'while away')
  await says(page, 'two').waitFor()
  await agent.writes(chat, 'three')
  await says(page, 'three').waitFor()
  for (const text of ['one', 'two', 'three', 'before the break', 'while away'])
    assert.equal(await says(page, text).count(), 1, text)
  const texts = (await agent.entries(chat)).flatMap((entry) => (entry.type === 'message' ? [entry.text] : []))
  assert.deepEqual(texts.toSorted(), ['before the break', 'one', 'three', 'two', 'while away'])
})

test('a draft is kept over a reload of the page', async () => {
  const page = await site.visit({ head: OPEN })
  await call(page, 'open')
  await composer(page).fill('half a sent')
  await page.waitForFunction(() => Object.values(sessionStorage).includes('half a sent'))
  await page.reload()
  await loaded(page)
  await composer(page).waitFor()
  assert.equal(await composer(page).inputValue(), 'half a sent')
})

test('before a visitor writes, the page stores no cookie and no data of theirs', async () => {
  const path = '/reads-only'
  const page = await site.visit({ head: OPEN, path })
  // The page is connected when agents see its visitor.
  await soon(async () => (await site.server.agent().call('GET', '/visitors')).text.includes(path))
  assert.deepEqual(await page.context().cookies(), [])
  assert.equal(await page.evaluate('Object.keys(localStorage).length'), 0)
})
