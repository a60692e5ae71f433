import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { Locator, Page, Route } from 'playwright-core'
import { axeViolations, screenshot } from '../../browser.ts'
import { nextId, openPage, secretOf, WIDGET } from './page.ts'
import { call, composer, OPEN, startSite } from './site.ts'
import { soon } from './soon.ts'

const LABEL = 'Rindfleischetikettierungsüberwachungsaufgabe und noch mehr'
const LONG = { ...WIDGET, name: 'Long', publicId: 'Long3Ef6hI', widget: { label: LABEL } }
const REPLY = 'We usually answer within a few minutes'

let site: Awaited<ReturnType<typeof startSite>>
let ann: Awaited<ReturnType<ReturnType<typeof site.server.agent>['connects']>>
before(async () => {
  site = await startSite({ widget: { contacts: 'before', greeting: 'Hello! '.repeat(40) }, more: [LONG] })
  const { server } = site
  const agent = server.agent()
  ann = await agent.connects()
  for (const [i, name] of ['ada', 'bea', 'cid', 'dan', 'eve', 'fay', 'gus', 'hal', 'ida', 'jim'].entries()) {
    const widget = i % 2 ? WIDGET.publicId : LONG.publicId
    const page = await openPage(server, { widget, visitor: name, visit: `visit-${name}` })
    await page.ask({ t: 'message', id: nextId(), text: `${name} asks` })
    const { id } = (await agent.chats('?limit=200')).find(({ preview }) => preview === `${name} asks`)!
    await agent.accepts(id)
    await agent.writes(id, 'Here you are')
    await agent.closes(id)
    await page.close()
  }
  // The first look at the settings causes the measurement; a change of the account makes them anew.
  await soon(async () => {
    await agent.call('PATCH', '/settings', { name: `Shop ${secretOf(String(Math.random()))}`.slice(0, 20) })
    const { body } = await server.ask(`/widget/${WIDGET.publicId}/settings`)
    return (body['reply'] as unknown) === REPLY
  }, 30_000)
  await agent.call('PATCH', '/settings', { name: 'Shop' })
})
after(async () => {
  ann.close()
  await site.close()
})

const iconOf = (page: Page) => page.getByRole('button', { name: 'Chat with us' })
const boxOf = async (one: Locator) => (await one.boundingBox())!

suite('the icon and the empty conversation', () => {
  test('a card above the icon shows the team and the reply time while the pointer or the focus is there', async () => {
    const page = await site.visit({ head: OPEN })
    const card = page.locator('.peek')
    await iconOf(page).hover()
    await card.getByText(REPLY).waitFor()
    await card.getByText('Chat with us').waitFor()
    await card.getByTitle('Bob').waitFor()
    // What the card shows is read out with the button.
    assert.equal(await iconOf(page).evaluate((icon) => icon.ariaDescription), REPLY)
    // The card comes up from below.
    const icon = await boxOf(iconOf(page))
    await soon(async () => {
      const above = await boxOf(card)
      return above.y + above.height <= icon.y
    })
    await screenshot(page, 'widget card above the icon')
    assert.deepEqual(await axeViolations(page), [])
    // The pointer may go to the card, and it goes with the pointer.
    await card.hover()
    await page.mouse.move(10, 10)
    await card.waitFor({ state: 'hidden' })
    await page.keyboard.press('Tab')
    await card.waitFor()
    await page.keyboard.press('Escape')
    await card.waitFor({ state: 'hidden' })
    await page.context().close()
  })

  test('a press on the icon opens the window, also when the window is loaded during the press', async () => {
    const context = await site.browser.newContext()
    const page = await context.newPage()
    const held: Route[] = []
    await page.route(/\/window-[^/]*$/, (route) => void held.push(route))
    await page.goto(`${site.url}/`)
    const at = await boxOf(iconOf(page))
    await page.mouse.move(at.x + at.width / 2, at.y + at.height / 2)
    await page.mouse.down()
    await soon(() => held.length > 0)
    await held[0]!.continue()
    await composer(page).waitFor()
    await page.mouse.up()
    assert.equal(await composer(page).isVisible(), true)
    await context.close()
  })

  test('the card opens the window, and does not come back after it', async () => {
    const page = await site.visit({ head: OPEN })
    await iconOf(page).hover()
    await page.locator('.peek').click()
    await page.getByRole('dialog').getByText(REPLY).waitFor()
    await page.getByRole('img', { name: 'Ann, Bob' }).waitFor()
    assert.equal(await page.locator('.peek').isVisible(), false)
    await page.keyboard.press('Escape')
    await iconOf(page).waitFor()
    assert.equal(await iconOf(page).evaluate((icon) => icon.matches(':focus')), true)
    assert.equal(await page.locator('.peek').isVisible(), false)
    assert.equal(await iconOf(page).evaluate((icon) => icon.ariaDescription), null)
    await page.context().close()
  })

  test('an empty conversation in a small window begins with the team and the greeting', async () => {
    const page = await site.visit({ head: OPEN, context: { viewport: { width: 320, height: 480 } } })
    await call(page, 'open')
    await page.getByRole('log').getByRole('heading', { name: 'How can we reach you?' }).waitFor()
    const log = await boxOf(page.getByRole('log'))
    await soon(async () => (await boxOf(page.locator('.faces'))).y >= log.y)
    await screenshot(page, 'widget start in a small window')
    // With the first message, its end is shown.
    await composer(page).fill('hello')
    await page.keyboard.press('Enter')
    const said = page.getByRole('log').getByText('hello', { exact: true })
    await soon(async () => {
      const shown = await said.boundingBox()
      return shown !== null && shown.y >= log.y && shown.y + shown.height <= log.y + log.height
    })
    await page.context().close()
  })

  test('a long text beside the icon takes several lines and stays on the screen, before and after the window is loaded', async () => {
    const src = `${site.server.publicUrl}/widget/${LONG.publicId}`
    const head = `${OPEN}<script src="${src}" async data-prefix="long_"></script>`
    const page = await site.visit({ head, context: { viewport: { width: 320, height: 480 } } })
    const label = page.getByRole('button', { name: LABEL })
    const isVisible = async () => {
      const { x, width, height } = await boxOf(label)
      assert.ok(x >= 20 && x + width <= 300 && height > 60, `${x} ${width} ${height}`)
      assert.equal(await label.evaluate((one) => one.scrollWidth <= one.clientWidth), true)
    }
    await label.waitFor()
    await isVisible()
    await label.hover()
    const card = page.locator('.peek')
    await card.getByText(REPLY).waitFor()
    await isVisible()
    const [above, own] = [await boxOf(card), await boxOf(label)]
    assert.ok(above.y + above.height <= own.y && above.x >= 0, 'the card covers the text')
    await page.context().close()
  })

  test('while no agent is online, nothing is said of how soon one answers', async () => {
    const page = await site.visit({ head: OPEN })
    await iconOf(page).hover()
    await page.locator('.peek').getByText(REPLY).waitFor()
    ann.close()
    await page.locator('.peek').getByText('Leave a message').waitFor()
    assert.equal(await page.getByText(REPLY).isVisible(), false)
    assert.equal(
      await page.getByRole('button', { name: 'Leave a message' }).evaluate((one) => one.ariaDescription),
      null,
    )
    await page.context().close()
    ann = await site.server.agent().connects()
  })
})
