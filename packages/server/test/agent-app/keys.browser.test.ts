import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { openBrowser } from '../browser.ts'
import { startIntegratorServer } from '../integrator-server.ts'
import { ANN, startTestServer } from '../test-server.ts'
import { chooseHold } from './choose-hold.ts'
import { openWindow, type Window } from './window.ts'

/** The most key presses that a daily task may need, besides the words themselves. */
const MOST = 3

const integrator = await startIntegratorServer()
const testServer = await startTestServer({ channel: { serverUrl: `${integrator.url}/chat` } })
const browser = await openBrowser()
const ann = testServer.agent(ANN)
let window: Window
before(async () => {
  await ann.call('POST', '/tags', { name: 'Refund' })
  await ann.call('POST', '/canned-answers', { shared: true, title: 'Hello', shortcut: 'hi', text: 'Good day!' })
  window = await openWindow(browser, testServer)
})
after(async () => {
  await window.close()
  await browser.close()
  await testServer.close()
  await integrator.close()
})

async function begun(name: string, accepted = true): Promise<number> {
  await testServer.visitor(name, { name }).writes('hello')
  const chat = (await ann.chats('?limit=100')).find((one) => one.visitor.name === name)
  assert.ok(chat)
  if (accepted) await ann.accepts(chat.id)
  return chat.id
}

/** The keyboard, which notes every press but those of the words. Keys that are held together are one press. */
class Keys {
  readonly pressed: string[] = []
  readonly #page: Page
  constructor(page: Page) {
    this.#page = page
  }
  /** `until`: what the agent sees before the next press. */
  async press(key: string, until?: string): Promise<void> {
    this.pressed.push(key)
    await this.#page.keyboard.press(key)
    if (until !== undefined) await this.#page.locator(until).first().waitFor()
  }
  words = (text: string) => this.#page.keyboard.type(text)
}

type Task = {
  name: string
  /** Performs it in the chat that is open, whose field has the focus, as after an answer. */
  perform: (keys: Keys, page: Page) => Promise<void>
  /** Throws until it is done. */
  isDone: (chat: number, page: Page) => Promise<void>
}

const inLog = (page: Page, text: string | RegExp) => page.locator('[role=log]').getByText(text).first().waitFor()
const LIST = '[role=option]:focus'

const TASKS: readonly Task[] = [
  {
    name: 'answer',
    async perform(keys) {
      await keys.words('We are open until six.')
      await keys.press('Enter')
    },
    isDone: (_, page) => inLog(page, 'We are open until six.'),
  },
  {
    name: 'note',
    async perform(keys) {
      await keys.press('Escape', LIST)
      await keys.press('n', 'textarea:focus')
      await keys.words('a regular customer')
      await keys.press('Enter')
    },
    isDone: (_, page) => inLog(page, 'a regular customer'),
  },
  {
    name: 'tag',
    async perform(keys) {
      await keys.press('Escape', LIST)
      await keys.press('t', 'input[role=combobox]:focus')
      await keys.words('refu')
      await keys.press('Enter')
    },
    isDone: (_, page) => inLog(page, /added the tag/),
  },
  {
    name: 'canned answer',
    async perform(keys, page) {
      await keys.press('/')
      await keys.words('hi')
      await page.getByRole('listbox', { name: 'Canned answers' }).getByRole('option').waitFor()
      await keys.press('Enter')
      await keys.press('Enter')
    },
    isDone: (_, page) => inLog(page, 'Good day!'),
  },
  {
    name: 'hand over',
    async perform(keys) {
      await keys.press('Escape', LIST)
      await keys.press('h', '[role=dialog] [role=option]')
      await keys.words('Bo')
      await keys.press('Enter')
    },
    isDone: (_, page) => inLog(page, /You offered the chat to/),
  },
  {
    name: 'snooze',
    async perform(keys) {
      await keys.press('Escape', LIST)
      await keys.press('s', '[role=menuitem]:focus')
      await keys.press('Enter')
    },
    isDone: (_, page) => inLog(page, /You snoozed the chat/),
  },
  {
    name: 'close',
    async perform(keys) {
      await keys.press('Escape', LIST)
      await keys.press('e')
    },
    isDone: (_, page) => page.getByRole('button', { name: 'Undo' }).waitFor(),
  },
  {
    name: 'find a person',
    async perform(keys, page) {
      await keys.press('Control+k', '[role=combobox]:focus')
      await keys.words('Zelda')
      await page.getByRole('option', { name: 'Zelda' }).first().waitFor()
      await keys.press('Enter')
    },
    isDone: (_, page) => page.getByRole('heading', { name: 'Zelda' }).first().waitFor(),
  },
  {
    name: 'next waiting',
    async perform(keys) {
      await keys.press('Escape', LIST)
      await keys.press('w')
    },
    isDone: (_, page) => page.waitForURL(/\/inbox\/waiting\/\d+$/),
  },
  {
    name: 'send later',
    async perform(keys) {
      await keys.words('Good morning!')
      await keys.press('Control+Shift+Enter', '[role=menuitem]:focus')
      await keys.press('Enter')
    },
    isDone: (_, page) => page.getByRole('list', { name: 'Messages that wait' }).getByText('Good morning!').waitFor(),
  },
  {
    name: 'block',
    async perform(keys) {
      await keys.press('Escape', LIST)
      await keys.press('b', '[role=alertdialog] :focus')
      await keys.press('Control+Enter')
    },
    isDone: (_, page) => inLog(page, /You blocked/),
  },
  {
    name: 'take back',
    async perform(keys, page) {
      await keys.words('Oops')
      await page.keyboard.press('Enter')
      await page.getByRole('list', { name: 'Messages that wait' }).getByText('Oops').waitFor()
      await keys.press('Escape', LIST)
      await keys.press('x', 'textarea:focus')
    },
    async isDone(_, page) {
      await page.getByRole('list', { name: 'Messages that wait' }).waitFor({ state: 'detached' })
      assert.equal(await page.locator('textarea').inputValue(), 'Oops')
    },
  },
]

const rows: string[] = []
for (const { name, perform, isDone } of TASKS)
  test(`${name}: at most ${MOST} key presses and the words, without a mouse`, async () => {
    const { page } = window
    const chat = await begun(`For ${name}`)
    if (name === 'find a person') await begun('Zelda')
    if (name === 'next waiting') await begun('Waits', false)
    await chooseHold(window, name === 'take back' ? '30 seconds' : 'Send at once')
    await window.go(`/inbox/mine/${chat}`, 'textarea:focus')
    await page.getByRole('button', { name: 'More actions' }).waitFor()
    const keys = new Keys(page)
    await perform(keys, page)
    await isDone(chat, page)
    assert.ok(keys.pressed.length <= MOST, `${name}: ${keys.pressed.join(', ')}`)
    rows.push(`| ${name} | ${keys.pressed.map((key) => `\`${key}\``).join(' ')} | ${keys.pressed.length} |`)
  })

test('the table of key presses in bench/README.md is the one of these tasks', () => {
  const readme = readFileSync(new URL('../../../../bench/README.md', import.meta.url), 'utf8')
  const plain = (text: string) => text.replaceAll(/ {2,}/g, ' ')
  for (const row of rows) assert.ok(plain(readme).includes(row), `bench/README.md lacks\n${rows.join('\n')}`)
  assert.equal(rows.length, TASKS.length)
  assert.deepEqual(window.faults, [])
})
