import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openBrowser, screenshot } from '../browser.ts'
import { enter } from '../agent-api/servers.ts'
import { ANN, startTestServer } from '../test-server.ts'
import { startIntegratorServer } from '../integrator-server.ts'
import { LIARS, SCRIPTS, STRANGE, TEMPLATES } from './payloads.ts'
import { openWindow } from './window.ts'

const CANARY = 'canary.test'
const integrator = await startIntegratorServer()
const testServer = await startTestServer({ channel: { serverUrl: `${integrator.url}/chat` } })
const browser = await openBrowser()
after(async () => {
  await browser.close()
  await testServer.close()
  await integrator.close()
})
const ann = testServer.agent(ANN)
const payloads = [...SCRIPTS, ...TEMPLATES].map((payload) => payload.replaceAll('CANARY', CANARY))

/** The integrator refuses with a text of the attacker's. */
const refuseWith = (message: string) => integrator.answers({ error: { code: message.slice(0, 40), message } })

/** A chat in which every field from outside is this text. Ann holds it, and her answer was refused with the text. */
async function chatOf(id: string, text: string): Promise<number> {
  const sender = { id, name: text, phone: text, email: text, url: text, photo: text, invite: text }
  const { status } = await testServer.visitor(id).post({ sender, message: { type: 'text', text } })
  assert.equal(status, 200)
  const file = { file: `${integrator.url}/none`, file_name: text, file_size: 9 }
  await testServer.visitor(id).post({ sender, message: { type: 'document', text, ...file } })
  const chat = (await ann.chats('?view=waiting')).find((one) => one.visitor.id === id)
  assert.ok(chat)
  await ann.accepts(chat.id)
  refuseWith(text)
  await ann.writes(chat.id, text)
  return chat.id
}

test('T1 T8 messages of visitors stay text in every view, and cause no request to other hosts', async () => {
  const chats = new Map<number, string>()
  for (const [index, text] of payloads.entries()) chats.set(await chatOf(`s${index}`, text), text)
  await testServer.settled()
  const [text = ''] = payloads
  const channel = await ann.call('POST', '/channels', { name: text.slice(0, 100), serverUrl: `${integrator.url}/x` })
  assert.ok(channel.status < 300, channel.text)
  const named = await (await enter(testServer, ANN)).call('POST', '/me/tokens', { name: payloads[6] })
  assert.equal(named.status, 201, named.text)
  await ann.call('POST', '/agents', {
    name: payloads[14],
    email: 'eve@shop.test',
    role: 'agent',
    password: 'long enough 1',
  })

  const window = await openWindow(browser, testServer)
  const { page } = window
  const isClean = async (where: string) => {
    assert.equal(await page.locator(STRANGE).count(), 0, where)
    assert.deepEqual(window.faults, [], where)
  }
  await window.go('/inbox/mine', '[role=option]')
  await isClean('list')
  for (const [chat, payload] of chats) {
    // Navigates inside the application, from one address to the next.
    await page.evaluate(`history.pushState(null, '', '/inbox/mine/${chat}')`)
    await page.locator(`[role=log] [data-n="2"]`).waitFor()
    const shown = page.locator('[role=log] [data-n] .whitespace-pre-wrap')
    // T3 in a browser: the shown text equals the written one.
    assert.equal(await shown.first().evaluate((element) => element.textContent), payload)
    await page.locator('aside').getByText(payload, { exact: true }).first().waitFor()
    await isClean(payload)
  }
  for (const [path, wait] of [
    ['/channels', 'text=App'],
    ['/channels/1', 'text=Channel address'],
    ['/channels/2', 'text=Channel address'],
    ['/channels/1/deliveries', 'li button'],
    ['/channels/1/notes', 'main li, main p'],
    ['/team', 'text=Bob'],
    ['/me', 'text=API tokens'],
  ] as const) {
    await window.go(path, wait)
    if (path.endsWith('deliveries')) {
      for (const row of (await page.locator('li button[aria-expanded]').all()).slice(0, 12)) await row.click()
      await page.getByText('Attempt 1').nth(11).waitFor()
    }
    await isClean(path)
  }
  await screenshot(page, 'agent-app hostile')
  assert.deepEqual(
    [...window.asked].filter(
      (host) => host !== new URL(testServer.publicUrl).host && host !== new URL(testServer.url).host,
    ),
    [],
  )
  await window.close()
})

test('T7 characters that reverse or hide text affect only their own text', async () => {
  const chats = new Map<number, string>()
  for (const [index, text] of LIARS.entries()) chats.set(await chatOf(`l${index}`, text), text)
  await testServer.settled()
  const window = await openWindow(browser, testServer)
  const { page } = window

  /** Lines of text that hold a turning character beside anything else; each should be a box of its own. */
  const mixed = (): Promise<string[]> =>
    page.locator('#root').evaluate((root) => {
      const inline = /^(inline|contents)$/
      const view = root.ownerDocument.defaultView
      const walker = root.ownerDocument.createTreeWalker(root, 4)
      const found: string[] = []
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if (!/[\u202A-\u202E\u2066-\u2069]/.test(node.data)) continue
        let box = node.parentElement
        while (box && inline.test(view.getComputedStyle(box).display)) box = box.parentElement
        if (box && box.textContent.length > node.data.length + 8) found.push(`${box.tagName} ${box.textContent}`)
      }
      return found
    })

  await window.go('/inbox/mine', '[role=option]')
  assert.deepEqual(await mixed(), [])
  for (const [chat, liar] of chats) {
    await page.evaluate(`history.pushState(null, '', '/inbox/mine/${chat}')`)
    await page.locator('[role=log] [data-n="2"]').waitFor()
    assert.deepEqual(await mixed(), [], liar)
  }
  await window.go('/channels/1/deliveries', 'li button')
  assert.deepEqual(await mixed(), [])
  await screenshot(page, 'agent-app liars')
  await window.close()
})

test('T2 T7 a link in a message shows its real host if the text does not', async () => {
  const visitor = testServer.visitor('links', { name: 'Links' })
  await visitor.writes(
    'https://аррӏе.com/ and https://bank.test@evil.test/ and https://shop.test/ok and javascript:alert(1)',
  )
  const chat = (await ann.chats('?view=waiting')).find((one) => one.visitor.name === 'Links')
  assert.ok(chat)
  const window = await openWindow(browser, testServer)
  await window.go(`/inbox/waiting/${chat.id}`, '[role=log] a')
  const links = await window.page
    .locator('[role=log] a')
    .evaluateAll((all) =>
      all.map((link) => [
        new URL(link.href).searchParams.get('to'),
        link.rel,
        link.ownerDocument.defaultView.getComputedStyle(link, '::after').content.replaceAll('"', ''),
      ]),
    )
  assert.deepEqual(links, [
    ['https://xn--80ak6aa92e.com/', 'noreferrer noopener', ' (xn--80ak6aa92e.com)'],
    ['https://bank.test@evil.test/', 'noreferrer noopener', ' (evil.test)'],
    ['https://shop.test/ok', 'noreferrer noopener', 'none'],
  ])
  await window.close()
})
