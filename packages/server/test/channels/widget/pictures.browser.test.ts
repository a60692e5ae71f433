import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { beyond } from '../../agent-app/looks.ts'
import { portrait } from '../../agent-app/pictures/drawings.ts'
import { screenshot } from '../../browser.ts'
import { ANN, tokenOf } from '../../test-server.ts'
import { chatOf, composer, OPEN, startSite } from './site.ts'

/** Set: the pictures of the documentation are made anew. */
const KEPT = process.env['SCREENSHOTS_KEPT']
const PICTURES = fileURLToPath(new URL('../../../../../docs/pictures/', import.meta.url))

const LAMPS = [
  ['Dune', '€ 89', '#f6d5a2'],
  ['Fjord', '€ 119', '#c9dfe0'],
  ['Rosa', '€ 75', '#e5cfd8'],
]
const PAGE = `<html lang="en"><head><meta name="viewport" content="width=device-width"><title>Lumen</title>${OPEN}<style>
:root{color-scheme:light dark}body{margin:0;font:16px system-ui,'Noto Sans',sans-serif;background:light-dark(#fdfcfa,#1b1a18);color:light-dark(#2b2620,#efeae2)}
nav{display:flex;gap:32px;padding:24px 48px;border-bottom:1px solid light-dark(#ece6dc,#35322d)}nav b{font-size:22px}main{padding:24px 48px}
h1{font-size:36px;margin:16px 0 8px}p{max-width:420px;line-height:1.5;color:light-dark(#6b6358,#a9a196)}
@media(max-width:600px){nav,main{padding:20px}nav{gap:18px}}ul{display:flex;gap:24px;padding:0;list-style:none;overflow:hidden}li{flex:0 0 240px;line-height:1.6}li i{display:block;height:300px;border-radius:14px;margin-bottom:12px}
</style></head><body><nav><b>Lumen</b><span>Lamps</span><span>Workshop</span><span>Stories</span></nav>
<main><h1>Light for long evenings</h1><p>Lamps made by hand from paper, brass and oak, in a small workshop by the river.</p>
<ul>${LAMPS.map(([name, price, colour]) => `<li><i style="background:radial-gradient(circle at 50% 42%,#fff 0 22px,${colour} 23px 84px,light-dark(#f4f1ec,#26241f) 85px)"></i><b>${name}</b><br>${price}</li>`).join('')}</ul></main>WIDGET</body></html>`

async function keep(page: Page, name: string): Promise<void> {
  if (!KEPT) return
  await page.waitForLoadState('networkidle')
  const png = await page.screenshot()
  writeFileSync(`${PICTURES}${name}.png`, await sharp(png).png({ palette: true, effort: 8 }).toBuffer())
}

let site: Awaited<ReturnType<typeof startSite>>
let typing: Awaited<ReturnType<ReturnType<typeof site.server.agent>['connects']>>
before(async () => {
  site = await startSite({ widget: { greeting: 'Hello! What are you looking for?' } })
  const ann = site.server.agent(ANN)
  await ann.call('PATCH', '/settings', { name: 'Lumen' })
  await ann.call('PATCH', '/me', { name: 'Ann Berger' })
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(await portrait('ann'))]), 'ann.png')
  const headers = { authorization: `Bearer ${tokenOf(ANN)}` }
  const put = await site.server.ask('/api/me/photo', { method: 'PUT', headers, body: form })
  assert.equal(put.status, 200, put.text)
  typing = await ann.connects()
})
after(async () => {
  typing.close()
  await site.close()
})

const LOOKS = [
  ['widget', { width: 1200, height: 720 }, 'light'],
  ['widget-dark', { width: 1200, height: 720 }, 'dark'],
  ['widget-phone', { width: 390, height: 720 }, 'dark'],
] as const

for (const [name, viewport, colorScheme] of LOOKS)
  test(`${name}: a conversation on a shop's page, and its picture is kept when asked`, async () => {
    const page = await site.visit({
      html: PAGE,
      context: { viewport, colorScheme, reducedMotion: 'reduce', locale: 'en-GB' },
    })
    const button = page.getByRole('button', { name: 'Chat with us' })
    await button.waitFor()
    await screenshot(page, `${name} closed`)
    await button.click()
    await composer(page).waitFor()
    await screenshot(page, `${name} start`)
    if (name === 'widget') await keep(page, 'widget-start')
    const says = async (text: string) => {
      await composer(page).fill(text)
      await page.keyboard.press('Enter')
    }
    const question = `Hi! Is there a longer cable for the Dune?`
    await says(question)
    const ann = site.server.agent(ANN)
    const { id } = await chatOf(site.server, question)
    await ann.accepts(id)
    await ann.writes(id, 'Hello! Yes: 2 m as it is, and we make it with up to 5 m for you.')
    await ann.writes(id, 'Which length do you need?')
    await page.getByText('Which length do you need?').waitFor()
    await says('3 m, please! Can I dim it?')
    await chatOf(site.server, '3 m, please! Can I dim it?')
    typing.send({ type: 'typing', chat: id, on: true })
    await page.getByText('Ann Berger is typing').waitFor()
    assert.equal(await beyond(page), 0)
    await screenshot(page, name)
    await keep(page, name)
    await ann.closes(id)
    await page.context().close()
  })
