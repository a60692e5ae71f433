import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { Page, Route } from 'playwright-core'
import { axeViolations, screenshot } from '../../browser.ts'
import { call, composer, OPEN, startSite } from './site.ts'
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

const log = (page: Page) => page.getByRole('log')
const says = (page: Page, text: string) => log(page).getByText(text, { exact: true })
const file = (name: string, text = 'twelve words') => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })

/** A page with the window open and, with the option, a chat. */
async function opened(first?: string, head = ''): Promise<Page> {
  const page = await site.visit({ head: OPEN + head })
  await call(page, 'open')
  await composer(page).waitFor()
  if (first === undefined) return page
  await composer(page).fill(first)
  await page.keyboard.press('Enter')
  await says(page, first).waitFor()
  return page
}

/** The chat with this first message. */
async function chatOf(text: string): Promise<number> {
  const agent = site.server.agent()
  for (const until = performance.now() + 10_000; performance.now() < until;)
    for (const { id } of await agent.chats('?limit=200'))
      if ((await agent.entries(id)).some((entry) => entry.type === 'message' && entry.text === text)) return id
  throw new Error(`no chat begins with "${text}"`)
}

/** Adds files by a drop or paste event with a data transfer. */
const bring = (page: Page, how: 'paste' | 'drop', name: string) =>
  composer(page).evaluate(
    (box, [event, called]) => {
      const at = box as unknown as {
        dispatchEvent(event: unknown): boolean
      }
      const own = globalThis as unknown as Record<string, new (...args: unknown[]) => Record<string, never>>
      const make = (kind: string, ...args: unknown[]) => new (own[kind] as (typeof own)[string])(...args)
      const data = make('DataTransfer') as unknown as { items: { add(file: unknown): void } }
      data.items.add(make('File', ['twelve words'], called, { type: 'text/plain' }))
      const how = { bubbles: true, composed: true, cancelable: true }
      at.dispatchEvent(
        event === 'paste'
          ? make('ClipboardEvent', 'paste', { ...how, clipboardData: data })
          : make('DragEvent', 'drop', { ...how, dataTransfer: data }),
      )
    },
    [how, name] as const,
  )

suite('the composer', () => {
  test('files from the picker, paste and drop each become a message', async () => {
    const page = await opened('with files')
    await page.locator('deskbell-widget input[type=file]').setInputFiles([file('picked.txt')])
    await log(page).locator('.msg').getByText('picked.txt').waitFor()
    await bring(page, 'paste', 'pasted.txt')
    await log(page).locator('.msg').getByText('pasted.txt').waitFor()
    await composer(page).dispatchEvent('dragenter')
    await page.locator('.drop').waitFor({ state: 'attached' })
    await bring(page, 'drop', 'dropped.txt')
    await log(page).locator('.msg').getByText('dropped.txt').waitFor()
    await page.locator('.up').first().waitFor({ state: 'detached' })
    const entries = await site.server.agent().entries(await chatOf('with files'))
    const names = entries.flatMap((entry) =>
      entry.type === 'message' ? entry.attachments.map(({ name }) => name) : [],
    )
    assert.deepEqual(names, ['picked.txt', 'pasted.txt', 'dropped.txt'])
    await screenshot(page, 'widget files')
    assert.deepEqual(await axeViolations(page), [])
  })

  test('an upload shows its progress, can be cancelled, and can be retried after a failure without a duplicate', async () => {
    const page = await opened('slow line')
    const held: Route[] = []
    let broken = false
    await page.route('**/files', (route) => (broken ? route.abort() : void held.push(route)))
    const picker = page.locator('deskbell-widget input[type=file]')
    await picker.setInputFiles([file('given up.txt')])
    await page.getByRole('progressbar', { name: 'given up.txt' }).waitFor()
    await screenshot(page, 'widget upload')
    assert.deepEqual(await axeViolations(page), [])
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.locator('.up').waitFor({ state: 'detached' })
    // The cancelled file is not sent, now or later.
    for (const route of held.splice(0)) await route.abort().catch(() => {})

    broken = true
    await picker.setInputFiles([file('again.txt')])
    await page.locator('.up').getByText('Not sent.').waitFor()
    broken = false
    await page.locator('.up').getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('progressbar', { name: 'again.txt' }).waitFor()
    await soon(() => held.length > 0, 30_000)
    for (const route of held.splice(0)) await route.continue()
    await log(page).locator('.msg').getByText('again.txt').waitFor()
    const entries = await site.server.agent().entries(await chatOf('slow line'))
    const names = entries.flatMap((entry) =>
      entry.type === 'message' ? entry.attachments.map(({ name }) => name) : [],
    )
    assert.deepEqual(names, ['again.txt'])
  })

  test('the agent sees what the visitor types, and the visitor sees that the agent types', async () => {
    const page = await opened('typing both ways')
    const chat = await chatOf('typing both ways')
    await site.server.agent().accepts(chat)
    await composer(page).pressSequentially('half a sent')
    const typed = await ann.sees(
      (frame) => frame.type === 'typing' && frame.chat === chat && frame.text === 'half a sent',
    )
    assert.ok(typed)
    await site.server.agent().call('POST', `/chats/${chat}/typing`, { on: true })
    await page.getByText('Ann is typing…').waitFor()
    await site.server.agent().call('POST', `/chats/${chat}/typing`, { on: false })
    await page.getByText('Ann is typing…').waitFor({ state: 'detached' })
  })

  test('the agent sees which messages have reached the visitor’s page, also while the window is closed', async () => {
    const page = await opened('has it come')
    const chat = await chatOf('has it come')
    await site.server.agent().accepts(chat)
    ann.send({ type: 'follow', chat, after: 0 })
    const arrives = async (text: string) => {
      const n = await site.server.agent().writes(chat, text)
      await ann.sees((frame) => frame.type === 'reached' && frame.chat === chat && frame.n >= n)
    }
    await arrives('before your eyes')
    await page.getByRole('button', { name: 'Minimise' }).click()
    await arrives('above the label')
    await page.context().close()
    const n = await site.server.agent().writes(chat, 'to nobody')
    await ann.sees((frame) => frame.type === 'entries' && frame.entries.some((entry) => entry.n === n))
    ann.send({ type: 'ping' })
    await ann.sees((frame) => frame.type === 'pong')
    assert.ok(!ann.frames.some((frame) => frame.type === 'reached' && frame.chat === chat && frame.n >= n))
  })

  test('an Enter that ends an IME composition sends nothing', async () => {
    const page = await opened()
    const devtools = await page.context().newCDPSession(page)
    await composer(page).focus()
    await devtools.send('Input.imeSetComposition', { text: 'にほん', selectionStart: 3, selectionEnd: 3 })
    await composer(page).evaluate((box) => {
      const Key = (globalThis as unknown as { KeyboardEvent: new (type: string, init: object) => object }).KeyboardEvent
      const enter = new Key('keydown', { key: 'Enter', isComposing: true, bubbles: true, cancelable: true })
      ;(box as unknown as { dispatchEvent(event: object): void }).dispatchEvent(enter)
    })
    await devtools.send('Input.insertText', { text: '日本' })
    assert.equal(await page.locator('.me').count(), 0)
    assert.equal(await composer(page).inputValue(), '日本')
    await page.keyboard.press('Enter')
    await says(page, '日本').waitFor()
  })

  test('Shift and Enter make a new line, and the box grows with the text', async () => {
    const page = await opened()
    await composer(page).focus()
    const low = await composer(page).evaluate((box) => (box as unknown as { offsetHeight: number }).offsetHeight)
    await page.keyboard.type('one')
    await page.keyboard.press('Shift+Enter')
    await page.keyboard.type('two')
    const high = await composer(page).evaluate((box) => (box as unknown as { offsetHeight: number }).offsetHeight)
    assert.ok(high > low, `${low} ${high}`)
    await page.keyboard.press('Enter')
    await page.locator('.me .text').waitFor()
    assert.equal(await page.locator('.me .text').innerText(), 'one\ntwo')
  })

  test('an emoji is chosen with the arrow keys and inserted at the caret', async () => {
    const page = await opened()
    await composer(page).fill('thank you')
    await page.getByRole('button', { name: 'Emoji' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: '😀' }).waitFor()
    await screenshot(page, 'widget emoji')
    assert.deepEqual(await axeViolations(page), [])
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    assert.match(await composer(page).inputValue(), /^thank you\p{Extended_Pictographic}$/u)
    await page.getByRole('button', { name: '😀' }).waitFor({ state: 'detached' })
  })

  test('a panel that opens below the conversation keeps its end visible', async () => {
    const page = await opened('line 0')
    for (let line = 1; line < 16; line++) {
      await composer(page).fill(`line ${line}`)
      await page.keyboard.press('Enter')
      await says(page, `line ${line}`).waitFor()
    }
    await page.getByRole('button', { name: 'Emoji' }).click()
    await page.getByRole('button', { name: '😀' }).waitFor()
    await page.waitForFunction(`(() => {
      const { scrollHeight, scrollTop, clientHeight } = document.querySelector('deskbell-widget').shadowRoot.querySelector('.log')
      return scrollHeight > clientHeight && scrollHeight - scrollTop - clientHeight < 2
    })()`)
    await screenshot(page, 'widget emoji below a long chat')
  })

  test('the focused field has a line in the colour of grey text, with any colour of the widget', async () => {
    const page = await opened()
    // And the dot beside "Online" has an outline in the colour of the text beside it.
    const [rim, ink] = await page.locator('.on').evaluate((status) => {
      type Style = { borderTopColor: string; color: string }
      const styleOf = (globalThis as unknown as { getComputedStyle(of: unknown, part?: string): Style })
        .getComputedStyle
      return [styleOf(status, '::before').borderTopColor, styleOf(status).color]
    })
    assert.equal(rim, ink)
    const mark = () =>
      page.locator('.comp').evaluate((box) => {
        const style = (globalThis as unknown as { getComputedStyle(of: unknown): { boxShadow: string } })
          .getComputedStyle
        return style(box).boxShadow
      })
    await page.getByRole('button', { name: 'Minimise' }).focus()
    assert.equal(await mark(), 'none')
    await composer(page).focus()
    const grey = await page.locator('.comp textarea').evaluate((field) => {
      const style = (globalThis as unknown as { getComputedStyle(of: unknown, part: string): { color: string } })
        .getComputedStyle
      return style(field, '::placeholder').color
    })
    assert.ok((await mark()).startsWith(`${grey} 0px 1px`), `${await mark()}, beside ${grey}`)
  })

  test('the window adds no banner landmark to that of the page', async () => {
    const page = await opened('with a head')
    assert.equal(await page.getByRole('banner').count(), 0)
    assert.equal(await page.getByRole('dialog', { name: 'Shop' }).count(), 1)
  })

  test('a message that arrives while the window is closed plays a sound, and is counted at the label and in the title until it is read', async () => {
    const page = await opened(
      'away for a moment',
      `<script>var notes=0;AudioContext=class extends AudioContext{createOscillator(){notes++;return super.createOscillator()}}</script>`,
    )
    const chat = await chatOf('away for a moment')
    await page.getByRole('button', { name: 'Minimise' }).click()
    await site.server.agent().accepts(chat)
    await site.server.agent().writes(chat, 'are you there?')
    await page.getByRole('button', { name: 'Chat with us, New messages: 1' }).waitFor()
    await page.getByRole('status').getByText('are you there?').waitFor()
    await screenshot(page, 'widget unread')
    assert.deepEqual(await axeViolations(page), [])
    await page.waitForFunction('notes > 0')
    // Another tab is in front of this one.
    await page.evaluate(
      `Object.defineProperty(document,'hidden',{configurable:true,get:()=>true});document.dispatchEvent(new Event('visibilitychange'))`,
    )
    assert.equal(await page.title(), '(1) Shop')
    await page.evaluate(`delete document.hidden;document.dispatchEvent(new Event('visibilitychange'))`)
    assert.equal(await page.title(), 'Shop')
    await page.getByRole('button', { name: 'are you there?' }).click()
    await says(page, 'are you there?').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Chat with us', exact: true }).waitFor()
  })
})
