import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { SCRIPTS, TEMPLATES } from '../../agent-app/payloads.ts'
import { ANN, tokenOf } from '../../test-server.ts'
import { startIntegratorServer, type IntegratorServer } from '../../integrator-server.ts'
import { call, composer, OPEN, startSite } from './site.ts'
import { WIDGET } from './page.ts'

const CANARY = 'canary.test'
const TOKEN = 'provider-token-1'
const payloads = [...SCRIPTS, ...TEMPLATES].map((payload) => payload.replaceAll('CANARY', CANARY))
/** Widgets whose every text is one of the payloads. */
const widgets = payloads.map((text, i) => ({
  ...WIDGET,
  name: `Widget ${i}`,
  publicId: `Strange${String(i).padStart(3, '0')}`,
  widget: {
    label: text.slice(0, 60),
    labelOffline: text.slice(0, 60),
    title: text.slice(0, 80),
    greeting: text,
    offlineForm: false,
    rules: [
      {
        name: text,
        enabled: true,
        type: 'any' as const,
        conditions: [{ condition: 'time_on_page', comparator: 'greater_equal', value: 0 }],
        commands: [
          { command: 'system_message', params: { message: text } },
          { command: 'proactive', params: { message: text } },
        ],
      },
    ],
  },
}))

let provider: IntegratorServer
let site: Awaited<ReturnType<typeof startSite>>
let ann: Awaited<ReturnType<ReturnType<typeof site.server.agent>['connects']>>
before(async () => {
  provider = await startIntegratorServer()
  provider.answers({})
  site = await startSite({
    more: widgets,
    bots: [
      {
        name: 'Helper',
        providerId: 'helper',
        providerUrl: `${provider.url}/hook`,
        token: TOKEN,
        channels: [WIDGET.name],
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

/** The problems of a page: a dialog, an error, a request to another host. */
function watch(page: Page): string[] {
  const faults: string[] = []
  page.on('dialog', (dialog) => {
    faults.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`))
  page.on('request', (request) => {
    const { hostname, protocol } = new URL(request.url())
    if (/^(?:http|ws)s?:$/.test(protocol) && !/^(?:localhost|127\.0\.0\.1)$/.test(hostname)) faults.push(request.url())
  })
  return faults
}

/** Checks that the widget has only elements that its code creates, and that links lead only to web pages. */
async function isClean(page: Page, faults: readonly string[], where: string): Promise<void> {
  const widget = page.locator('deskbell-widget')
  const strange = widget.locator(
    'script, iframe, object, embed, base, style, link, meta, marquee, math, video[src*=canary], [src*=canary], ' +
      '[onerror], [onload], [onclick], [onmouseover], [onfocus], [ontoggle], [ping], form[action]',
  )
  assert.equal(await strange.count(), 0, where)
  for (const protocol of await widget.locator('a').evaluateAll((all) => all.map((link) => link.protocol)))
    assert.match(protocol, /^(?:https?|mailto|tel):$/, where)
  assert.deepEqual(faults, [], where)
}

async function bot(chat: number, message: object): Promise<void> {
  const answer = await site.server.ask(`/bot/webhooks/helper/${TOKEN}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ event: 'BOT_MESSAGE', id: 'x', chat_id: String(chat), message }),
  })
  assert.equal(answer.status, 200, answer.text)
}

/** A chat in which every party sends the payloads in every way. */
async function talk(texts: readonly string[], hello: string): Promise<void> {
  const page = await site.visit({ head: OPEN })
  const faults = watch(page)
  await call(page, 'open')
  await composer(page).fill(hello)
  await page.keyboard.press('Enter')
  const asked = await provider.receives((request) => request.body.includes(`"${hello}"`))
  const chat = Number((JSON.parse(asked.body) as { chat_id: string }).chat_id)
  for (const text of texts) {
    await bot(chat, { type: 'TEXT', text })
    await bot(chat, { type: 'MARKDOWN', content: text, text })
    const link = `[${text}](https://a.test/${encodeURIComponent(text)}) **${text}**`
    await bot(chat, { type: 'MARKDOWN', content: link, text })
    await bot(chat, { type: 'BUTTONS', title: text, text, buttons: [{ id: text, text }] })
    await page.locator('.btns').getByText(text.trim(), { exact: true }).last().waitFor()
    await isClean(page, faults, `bot ${text}`)
  }
  const agent = site.server.agent()
  await agent.accepts(chat)
  for (const text of texts) {
    await agent.call('PATCH', '/me', { name: text.slice(0, 100) })
    await agent.writes(chat, text)
    const form = new FormData()
    form.set('file', new Blob(['x'], { type: 'text/plain' }), `${text}.txt`)
    const headers = { authorization: `Bearer ${tokenOf(ANN)}` }
    const sent = await site.server.ask(`/api/chats/${chat}/files`, { method: 'POST', body: form, headers })
    assert.equal(sent.status, 200, sent.text)
    await call(page, 'showProactiveInvitation', text)
    await composer(page).fill(text)
    await page.keyboard.press('Enter')
  }
  await page.locator('.me .text').getByText(texts.at(-1)!.trim(), { exact: true }).waitFor()
  const shown = await page.locator('deskbell-widget .text').allTextContents()
  for (const text of texts)
    // By the bot, the agent, the page and the visitor.
    assert.ok(shown.filter((one) => one.includes(text.trim())).length >= 4, `not shown as it is: ${text}`)
  await isClean(page, faults, hello)
  await page.context().close()
}

suite('the window shows hostile input as text', () => {
  test('T1 T4 T8 T28 messages of visitor, bot and agent stay text, and cause no request to other hosts', async () => {
    // A bot with many messages in one chat is paused.
    for (let from = 0; from < payloads.length; from += 12) await talk(payloads.slice(from, from + 12), `hello ${from}`)
  })

  test('T1 T8 T28 settings for label, title, greeting and rules stay text', async () => {
    for (let from = 0; from < widgets.length; from += 12) {
      const some = widgets.slice(from, from + 12)
      const tags = some.map(
        ({ publicId }, i) =>
          `<script src="${site.server.publicUrl}/widget/${publicId}" async data-prefix="w${from + i}_"></script>`,
      )
      const page = await site.visit({ head: OPEN + tags.join('') })
      const faults = watch(page)
      await page.waitForFunction(`document.querySelectorAll('deskbell-widget').length === ${some.length + 1}`)
      for (const [i, { widget }] of some.entries()) {
        const prefix = `w${from + i}_`
        // The invitation above the label, then the window with the rest.
        await page.locator('.inv button').getByText(widget.greeting.trim(), { exact: true }).first().waitFor()
        await page.waitForFunction(`window.${prefix}api?.open().result === 'ok'`)
        await page.locator('.hi').getByText(widget.greeting.trim(), { exact: true }).first().waitFor()
        await page.locator('.head').getByText(widget.title.trim()).first().waitFor()
        await page.locator('.sys .text').getByText(widget.greeting.trim(), { exact: true }).first().waitFor()
      }
      await isClean(page, faults, `widgets from ${from}`)
      await page.context().close()
    }
  })

  test('T1 T8 T28 forms with values and names from the page show text', async () => {
    for (let from = 0; from < payloads.length; from += 12) {
      const some = payloads.slice(from, from + 12)
      const tags = some.map(
        (_, i) =>
          `<script src="${site.server.publicUrl}/widget/${widgets[from + i]!.publicId}" async data-prefix="w${from + i}_"></script>`,
      )
      const page = await site.visit({ head: OPEN + tags.join('') })
      const faults = watch(page)
      for (const [i, text] of some.entries()) {
        const api = `w${from + i}_api`
        await page.waitForFunction(`typeof window.${api}?.setRules === 'function'`)
        const rule = (command: string, params: object) => ({
          name: text,
          enabled: true,
          type: 'any',
          conditions: [{ condition: 'time_on_page', comparator: 'greater_equal', value: 0 }],
          commands: [{ command, params }],
        })
        const rules =
          i % 2 === 0
            ? [rule('open_offline', { title: text, message: text })]
            : [rule('show_callform', { title: text, once_aday: false })]
        await page.evaluate(
          ([name, given, value]) => {
            const own = globalThis as unknown as Record<string, Record<string, (of: unknown) => unknown>>
            own[name]?.['setContactInfo']?.({ name: value, email: value, phone: value, description: value })
            own[name]?.['setRules']?.(given)
          },
          [api, rules, text] as const,
        )
      }
      for (const text of some) await page.locator('.form h2').getByText(text.trim(), { exact: true }).first().waitFor()
      await isClean(page, faults, `forms from ${from}`)
      await page.context().close()
    }
  })
})
