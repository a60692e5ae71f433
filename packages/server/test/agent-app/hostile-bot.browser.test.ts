import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { realClock } from '../../src/platform/clock.ts'
import { startBotServer } from '../bots/server.ts'
import { openBrowser, screenshot } from '../browser.ts'
import { SCRIPTS, STRANGE, TEMPLATES } from './payloads.ts'
import { openWindow } from './window.ts'

const CANARY = 'canary.test'
const testServer = await startBotServer({ clock: realClock })
const browser = await openBrowser()
after(async () => {
  await browser.close()
  await testServer.close()
})
const ann = testServer.agent()
const payloads = [...SCRIPTS, ...TEMPLATES].map((payload) => payload.replaceAll('CANARY', CANARY))

/** A chat in which every field from a provider is this text: in a shown message, in a late one, and in a failure. */
async function chatOf(id: string, text: string): Promise<number> {
  testServer.provider.answers({})
  const chat = await testServer.opensChat(id)
  const say = async (message: object, status = 200) => {
    const answer = await testServer.posts({ event: 'BOT_MESSAGE', id: text, chat_id: String(chat), message })
    assert.equal(answer.status, status, answer.text)
  }
  await say({ type: 'TEXT', text })
  await say({ type: 'MARKDOWN', content: text, text })
  await say({ type: 'MARKDOWN', content: `[${text}](https://a.test/${encodeURIComponent(text)}) **${text}**`, text })
  await say({ type: 'BUTTONS', title: text, text, buttons: [{ id: text, text }] })
  await testServer.visitor(id).writes('1')
  await ann.accepts(chat)
  await say({ type: 'TEXT', text }, 403)
  return chat
}

test('T1 T4 T8 messages of a provider stay text in every view, and cause no request to other hosts', async () => {
  const chats = new Map<number, string>()
  for (const [index, text] of payloads.entries()) chats.set(await chatOf(`s${index}`, text), text)
  const [text = ''] = payloads
  const name = text.slice(0, 100)
  await testServer.sets({ name, providerUrl: `${testServer.provider.url}/${encodeURIComponent(text)}` })
  // A failure with the provider's text, also in the sandbox.
  testServer.provider.answers({ error: { code: text, message: text } }, 500)
  const sandbox = (await ann.call('POST', '/bots/1/sandboxes')).body['id'] ?? 0
  for (const payload of payloads.slice(0, 12)) {
    await ann.call('POST', `/bots/1/sandboxes/${sandbox}`, { event: 'CLIENT_MESSAGE', text: payload })
    const message = { type: 'BUTTONS', title: payload, text: payload, buttons: [{ id: payload, text: payload }] }
    await testServer.posts({ event: 'BOT_MESSAGE', id: payload, chat_id: String(sandbox), message })
  }

  const window = await openWindow(browser, testServer)
  const { page } = window
  const isClean = async (where: string) => {
    assert.equal(await page.locator(STRANGE).count(), 0, where)
    assert.deepEqual(window.faults, [], where)
    const links = await page.locator('[role=log] a').evaluateAll((all) => all.map((link) => link.protocol))
    for (const protocol of links) assert.match(protocol, /^(https?|mailto|tel):$/, where)
  }
  await window.go('/inbox/mine', '[role=option]')
  for (const [chat, payload] of chats) {
    await page.evaluate(`history.pushState(null, '', '/inbox/mine/${chat}')`)
    await page.locator('[role=log] [data-n="3"]').first().waitFor()
    const late = page.locator('[role=log] details summary, [role=log] button[aria-expanded=false]')
    for (const one of await late.all()) await one.click()
    assert.ok((await page.locator('[role=log]').textContent())?.includes(payload.trim().slice(0, 20)), payload)
    await isClean(payload)
  }
  for (const [path, wait] of [
    ['/bots', 'h1'],
    ['/bots/1', 'h1'],
    ['/bots/1/deliveries', 'li button'],
    [`/bots/1/try/${sandbox}`, 'h1'],
  ] as const) {
    await window.go(path, wait)
    for (const row of (await page.locator('li button[aria-expanded=false]').all()).slice(0, 12)) await row.click()
    await isClean(path)
  }
  await screenshot(page, 'agent-app hostile bot')
  assert.deepEqual(
    [...window.asked].filter(
      (host) => host !== new URL(testServer.publicUrl).host && host !== new URL(testServer.url).host,
    ),
    [],
  )
  await window.close()
})
