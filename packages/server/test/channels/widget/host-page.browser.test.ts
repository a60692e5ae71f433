import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { Frame, Page } from 'playwright-core'
import { startIntegratorServer, type IntegratorServer } from '../../integrator-server.ts'
import { call, chatOf as findChat, composer, heard, loaded, OPEN, startSite } from './site.ts'
import { WIDGET } from './page.ts'

const TOKEN = 'provider-token-1'
/** A widget of the same server, with a bot. */
const WITH_BOT = { ...WIDGET, name: 'With a bot', publicId: 'WithBot001' }

let provider: IntegratorServer
let site: Awaited<ReturnType<typeof startSite>>
let ann: Awaited<ReturnType<ReturnType<typeof site.server.agent>['connects']>>
before(async () => {
  provider = await startIntegratorServer()
  provider.answers({})
  site = await startSite({
    widget: { contacts: 'before' },
    more: [WITH_BOT],
    bots: [
      {
        name: 'Helper',
        providerId: 'helper',
        providerUrl: `${provider.url}/hook`,
        token: TOKEN,
        channels: [WITH_BOT.name],
      },
    ],
  })
  ann = await site.server.agent().connects()
})
after(async () => {
  ann.close()
  await site.close()
  await provider.close()
})

const says = (page: Page | Frame, text: string) => page.getByRole('log').getByText(text, { exact: true })
const focusIn = (page: Page) =>
  page.evaluate(`(() => {
    let at = document.activeElement
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement
    return at?.getAttribute('aria-label') ?? at?.id ?? at?.tagName
  })()`)

/** A page with the window open, past the form. */
async function opened(head = '', path = '/'): Promise<Page> {
  const page = await site.visit({ head: OPEN + head, path })
  await call(page, 'open')
  await page.getByRole('button', { name: 'Not now' }).click()
  await composer(page).waitFor()
  return page
}
async function write(page: Page, text: string): Promise<void> {
  await composer(page).fill(text)
  await page.keyboard.press('Enter')
  await says(page, text).waitFor()
}
const chatOf = async (text: string) => (await findChat(site.server, text)).id

/** Style sheets of a page that hide, move, enlarge and colour all that they can reach. */
const HOSTILE_CSS = `<style>
  *{display:block!important;font:60px/3 serif!important;letter-spacing:9px!important;text-transform:uppercase!important;
    color:red!important;margin:9px!important;box-sizing:content-box!important}
  html{direction:rtl;writing-mode:vertical-rl;font-size:50px;cursor:none;visibility:hidden;pointer-events:none}
  html>*,deskbell-widget{display:none!important;position:static!important;opacity:.1!important;filter:invert(1)!important;
    transform:scale(3)!important;visibility:hidden!important;pointer-events:none!important;z-index:0!important;
    direction:rtl!important;zoom:2!important;contain:strict!important;clip-path:circle(1px)!important}
  button,svg,path,i,input,textarea{width:10px!important;height:10px!important;display:none!important}
</style>`

/** Where button and window are, and how they look. */
const looks = (page: Page) =>
  page.evaluate<unknown>(`[...document.querySelector('deskbell-widget').shadowRoot.querySelectorAll('*')].flatMap((one) => {
    const { x, y, width, height } = one.getBoundingClientRect()
    if (width === 0) return []
    const { font, color, letterSpacing, textTransform, visibility, pointerEvents, writingMode } = getComputedStyle(one)
    return [one.tagName, x, y, width, height, font, color, letterSpacing, textTransform, visibility, pointerEvents, writingMode].join(' ')
  })`)

suite('the widget and the page around it', () => {
  test('style sheets of the page change neither the button nor the window', async () => {
    const seen = []
    for (const css of ['', HOSTILE_CSS]) {
      const page = await site.visit({ head: OPEN + css, context: { reducedMotion: 'reduce' } })
      await call(page, 'chatMode')
      const button = await looks(page)
      await call(page, 'open')
      await page.getByRole('heading', { name: 'How can we reach you?' }).waitFor()
      await page.locator('.faces').waitFor()
      seen.push({ button, window: await looks(page) })
      await page.context().close()
    }
    assert.deepEqual(seen[1], seen[0])
  })

  test('the composer is complete after a form was shown in its place', async () => {
    const page = await opened()
    const box = await composer(page).boundingBox()
    assert.ok(box && box.height > 20, `${box?.height} px`)
  })

  test('visitors can write in a sandboxed frame', async () => {
    const page = await site.visit({ head: OPEN })
    await page.evaluate(
      `document.body.insertAdjacentHTML('beforeend', '<iframe sandbox="allow-scripts" src="/framed" style="width:500px;height:600px"></iframe>')`,
    )
    const frame = await (await page.locator('body > iframe').elementHandle())?.contentFrame()
    assert.ok(frame)
    await frame.getByRole('button', { name: 'Chat with us' }).click()
    await frame.getByRole('button', { name: 'Not now' }).click()
    await frame.getByRole('textbox', { name: 'Write a message' }).fill('from a sandbox')
    await frame.getByRole('button', { name: 'Send' }).click()
    await says(frame, 'from a sandbox').waitFor()
    await chatOf('from a sandbox')
  })

  test('W12 the first message is reported as first, even if the page has identified the visitor', async () => {
    const page = await site.visit({ head: OPEN })
    await call(page, 'setContactInfo', { name: 'Ada', email: 'ada@shop.test' })
    await page.waitForFunction(
      `new Promise((resolve) => chat_api.getVisitorNumber((error, number) => resolve(number > 0)))`,
    )
    await page.reload()
    await loaded(page)
    await call(page, 'open')
    await write(page, 'known and new')
    await page.waitForFunction(`heard.some(([name]) => name === 'onMessageSent')`)
    await page.reload()
    await loaded(page)
    await composer(page).waitFor()
    await write(page, 'known and not new')
    await chatOf('known and not new')
    assert.ok(!(await heard(page)).some(([name]) => name === 'onMessageSent'))
  })

  test('a variable of the page with the name of the script object replaces it, and the widget is still shown', async () => {
    const page = await site.visit({ head: `${OPEN}<script>var chat_api</script>` })
    assert.deepEqual(await call(page, 'setUserToken', 'abc'), { result: 'ok', token: 'abc' })
    const bare = await site.visit({ html: '<script>var chat_api</script>WIDGET' })
    await bare.waitForFunction('chat_api?.chatMode() === "online"')
  })

  test('W1 W14 on a page without callbacks, the script’s functions answer in the handler of the first press', async () => {
    const page = await site.visit({
      html: `<button onclick="told=[chat_api.chatMode(),Object.keys(chat_api).length,chat_api.open()]">ask</button>WIDGET`,
    })
    await page.locator('deskbell-widget').waitFor({ state: 'attached' })
    await page.getByRole('button', { name: 'ask' }).click()
    const [mode, own, open] = await page.evaluate<[string, number, object]>('told')
    assert.deepEqual([mode, open], ['online', { result: 'ok' }])
    assert.equal(own, 0, 'nothing of ours shows')
  })

  test('a window that a rule opens does not take the focus from a field of the page', async () => {
    const page = await site.visit({ head: OPEN })
    await page.evaluate(`document.body.insertAdjacentHTML('afterbegin', '<input id="search">')`)
    await page.locator('#search').focus()
    await call(page, 'setRules', [
      {
        name: 'form',
        enabled: true,
        type: 'all',
        conditions: [{ condition: 'time_on_page', comparator: 'greater_equal', value: 0 }],
        commands: [{ command: 'open_offline', params: { title: 'Write to us' } }],
      },
    ])
    await page.getByRole('heading', { name: 'Write to us' }).waitFor()
    assert.equal(await focusIn(page), 'search')
  })

  test('keys that are pressed in the window do not trigger shortcuts of the page', async () => {
    const page = await opened(
      `<script>for (const name of ['keydown','keypress','keyup']) document.addEventListener(name, () => heard.push([name]))</script>`,
    )
    const before = await heard(page)
    await composer(page).focus()
    await page.keyboard.type('s?')
    assert.deepEqual(
      (await heard(page)).filter(([name]) => String(name).startsWith('key')),
      before.filter(([name]) => String(name).startsWith('key')),
    )
  })

  test('an agent’s first message is shown above the label, also on a page with callbacks', async () => {
    const page = await site.visit({ head: OPEN, path: '/waits-to-be-asked' })
    const agent = site.server.agent()
    let visit: string | undefined
    for (const until = performance.now() + 10_000; !visit && performance.now() < until;) {
      const { visitors } = (await agent.call('GET', '/visitors')).body as unknown as {
        visitors: { visit: string; site: { url: string } }[]
      }
      visit = visitors.find(({ site: { url } }) => url.endsWith('/waits-to-be-asked'))?.visit
    }
    const begun = await agent.call('POST', `/visitors/${visit}/chat`, { text: 'May I help you?' })
    assert.equal(begun.status, 200, begun.text)
    await page.getByRole('status').getByText('May I help you?').waitFor()
  })

  test('a widget that the page removes is inserted again', async () => {
    const page = await opened()
    await write(page, 'do not go')
    await page.evaluate(`document.querySelector('deskbell-widget').remove()`)
    await says(page, 'do not go').waitFor()
  })

  test('W12 after an onOpen callback that closes the window, the last reported state is the label', async () => {
    const page = await site.visit({ head: OPEN })
    await page.evaluate(`chat_onOpen = () => { heard.push(['onOpen']); chat_api.close() }`)
    await call(page, 'open')
    await page.waitForFunction(`heard.some(([name]) => name === 'onClose')`)
    const states = (await heard(page)).filter(([name]) => name === 'onChangeState').map(([, state]) => state)
    assert.equal(states.at(-1), 'label')
    assert.equal(await composer(page).count(), 0)
  })

  test('B18 the visitor sees the title of buttons, and the focus moves on when one is pressed', async () => {
    const page = await site.visit({
      head: `${OPEN}<script src="${site.server.publicUrl}/widget/${WITH_BOT.publicId}" data-prefix="bot_" async></script><script>bot_onLoadCallback=()=>bot_api.open()</script>`,
    })
    await composer(page).fill('to the bot')
    await page.keyboard.press('Enter')
    const asked = await provider.receives((request) => request.body.includes('"to the bot"'))
    const { chat_id } = JSON.parse(asked.body) as { chat_id: string }
    const answer = await site.server.ask(`/bot/webhooks/helper/${TOKEN}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        event: 'BOT_MESSAGE',
        id: 'x',
        chat_id,
        message: {
          type: 'BUTTONS',
          title: 'Which one?',
          text: 'Plain words',
          buttons: [{ id: 1, text: 'The blue one' }],
        },
      }),
    })
    assert.equal(answer.status, 200, answer.text)
    await page.getByText('Which one?').waitFor()
    assert.equal(await page.getByText('Plain words').count(), 0)
    await page.getByRole('button', { name: 'The blue one' }).focus()
    await page.keyboard.press('Enter')
    await provider.receives((request) => request.body.includes('"The blue one"'))
    assert.equal(await focusIn(page), 'Write a message…')
  })
})
