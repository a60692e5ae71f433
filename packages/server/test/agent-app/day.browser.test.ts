import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { call, chatOf, composer, loaded, OPEN, startSite } from '../channels/widget/site.ts'
import { ANN, BOB } from '../test-server.ts'
import { openWindow, type Window } from './window.ts'

/** One day at a desk: three agents and four visitors in real browsers, each test goes on where the one before ended. */
const CARA = 'cara@shop.test'
const site = await startSite({ widget: {} })
const { server, browser } = site
const ann = server.agent(ANN)

const agents = {} as Record<'ann' | 'bob' | 'cara', Window>
const visitors = {} as Record<'vera' | 'walt' | 'xenia' | 'yuri', Page>
const chats = {} as Record<keyof typeof visitors, number>

before(async () => {
  const made = await ann.call('POST', '/agents', {
    name: 'Cara',
    email: CARA,
    role: 'agent',
    password: 'correct horse battery',
  })
  assert.equal(made.status, 201, made.text)
  for (const { id, agents: on } of (await ann.call('GET', '/channels')).body['channels'] as unknown as Channel[])
    await ann.call('PATCH', `/channels/${id}`, { agents: [...on, made.body['id']] })
  await ann.call('POST', '/canned-answers', {
    shared: true,
    title: 'Parcel',
    shortcut: 'parcel',
    text: 'It left today.',
  })
  agents.ann = await openWindow(browser, server)
  agents.bob = await openWindow(browser, server, BOB)
  agents.cara = await openWindow(browser, server, CARA)
  for (const { page } of Object.values(agents)) {
    await page.goto('/inbox/waiting')
    await page.getByText('No waiting chats').waitFor()
  }
})
after(() => site.close())

type Channel = { id: number; agents: number[] }

async function arrives(name: keyof typeof visitors, text: string): Promise<void> {
  const page = await site.visit({ head: OPEN, path: `/${name}` })
  await call(page, 'open')
  visitors[name] = page
  await writes(name, text)
  chats[name] = (await chatOf(server, text)).id
}

/** The visitor writes in the widget, and sees their message there. */
async function writes(name: keyof typeof visitors, text: string): Promise<void> {
  await composer(visitors[name]).fill(text)
  await visitors[name].keyboard.press('Enter')
  await visitors[name].getByRole('log').getByText(text, { exact: true }).waitFor()
}

const reads = (name: keyof typeof visitors, text: string) =>
  visitors[name].getByRole('log').getByText(text, { exact: true }).waitFor()

const row = ({ page }: Window, text: string) => page.getByRole('option').filter({ hasText: text })
const said = ({ page }: Window, text: string | RegExp) => page.getByRole('log').getByText(text).first().waitFor()
const field = ({ page }: Window) => page.getByRole('textbox', { name: 'Write a reply' })

/** Opens a chat as an agent who follows a link does. */
const opens = (window: Window, view: string, chat: number) => window.go(`/inbox/${view}/${chat}`, '[role=log] [data-n]')

test('four visitors write on the site, and each of three agents sees all four waiting', async () => {
  await arrives('vera', 'Where is my parcel?')
  await arrives('walt', 'Can I pay by card?')
  await arrives('xenia', 'My vase is broken.')
  await arrives('yuri', 'Are you open on Sunday?')
  for (const window of Object.values(agents))
    for (const text of ['Where is my parcel?', 'Can I pay by card?', 'My vase is broken.', 'Are you open on Sunday?'])
      await row(window, text).waitFor()
})

test('two agents accept one chat at once: one has it, the other is told who', async () => {
  const { bob, cara } = agents
  await Promise.all([opens(bob, 'waiting', chats.vera), opens(cara, 'waiting', chats.vera)])
  await Promise.all([bob.page.keyboard.press('r'), cara.page.keyboard.press('r')])
  let holder: string | undefined
  for (const until = performance.now() + 10_000; holder === undefined && performance.now() < until;)
    holder = (await ann.chat(chats.vera)).agent?.name
  assert.ok(holder === 'Bob' || holder === 'Cara', `held by ${holder}`)
  const [winner, other] = holder === 'Bob' ? [bob, cara] : [cara, bob]
  await other.page.getByText(`${holder} is handling this chat.`).waitFor()
  await field(winner).fill('It is on its way, Vera.')
  await winner.page.keyboard.press('Enter')
  await reads('vera', 'It is on its way, Vera.')
})

test('a canned answer and a private note: the visitor reads the one, and only a colleague the other', async () => {
  const { cara, bob } = agents
  await opens(cara, 'waiting', chats.walt)
  await cara.page.keyboard.press('r')
  await field(cara).waitFor()
  await cara.page.keyboard.type('/parcel')
  await cara.page.getByRole('listbox', { name: 'Canned answers' }).getByRole('option').waitFor()
  await cara.page.keyboard.press('Enter')
  await cara.page.keyboard.press('Enter')
  await reads('walt', 'It left today.')
  await opens(agents.ann, 'all', chats.walt)
  await agents.ann.page.locator('body').press('n')
  await agents.ann.page.getByRole('textbox', { name: /Write a note/ }).waitFor()
  await agents.ann.page.keyboard.type('Check the terminal, @Bo')
  await agents.ann.page
    .getByRole('option', { name: /Bob/ })
    .and(agents.ann.page.locator('[aria-selected=true]'))
    .waitFor()
  await agents.ann.page.keyboard.press('Enter')
  await agents.ann.page.keyboard.type('please')
  await agents.ann.page.keyboard.press('Enter')
  await said(cara, 'Check the terminal')
  await bob.page.goto('/inbox/all')
  await row(bob, 'Mentions you').waitFor()
  assert.equal(await visitors.walt.getByText('terminal').count(), 0)
})

test('a chat is handed over, and the colleague who has it now is offline while writing: the visitor reads it once', async () => {
  const { cara, bob } = agents
  await opens(cara, 'mine', chats.walt)
  await field(cara).waitFor()
  await cara.page.getByRole('button', { name: 'Snooze' }).waitFor()
  await cara.page.keyboard.press('Escape')
  await cara.page.locator('[role=option]:focus').waitFor()
  await cara.page.keyboard.press('h')
  await cara.page.getByRole('dialog').getByRole('option').first().waitFor()
  await cara.page.keyboard.type('Bob')
  await cara.page.keyboard.press('Enter')
  await said(cara, /You offered the chat to/)
  await opens(bob, 'mine', chats.walt)
  await bob.page.getByRole('button', { name: 'Accept' }).click()
  await field(bob).waitFor()
  await bob.context.setOffline(true)
  await field(bob).fill('Card is fine, Walt.')
  await bob.page.keyboard.press('Enter')
  await bob.page.locator('[data-pending]').getByText('Card is fine, Walt.').waitFor()
  await bob.context.setOffline(false)
  await reads('walt', 'Card is fine, Walt.')
  assert.equal(await visitors.walt.getByRole('log').getByText('Card is fine, Walt.').count(), 1)
})

test('a chat is snoozed until the visitor writes, and comes back to its agent', async () => {
  const { page } = agents.ann
  await opens(agents.ann, 'waiting', chats.xenia)
  await page.locator('body').press('r')
  await field(agents.ann).fill('Please send us a picture.')
  await page.keyboard.press('Enter')
  await reads('xenia', 'Please send us a picture.')
  await page.getByRole('button', { name: 'Snooze' }).waitFor()
  await page.keyboard.press('Escape')
  await page.locator('[role=option]:focus').waitFor()
  await page.keyboard.press('s')
  await page.locator('[role=menuitem]:focus').waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('Snoozed until the visitor writes').waitFor()
  await page.goto('/inbox/mine')
  await page.getByText('You have no chats').waitFor()
  await writes('xenia', 'Here it is.')
  await row(agents.ann, 'Here it is.').waitFor()
})

test('a visitor who left is answered, the chat is closed, reopened within five seconds, and closed again', async () => {
  const { page } = agents.ann
  await opens(agents.ann, 'waiting', chats.yuri)
  await page.locator('body').press('r')
  await field(agents.ann).fill('Yes, from ten to four.')
  await page.keyboard.press('Enter')
  await reads('yuri', 'Yes, from ten to four.')
  const { yuri } = visitors
  await yuri.goto('about:blank')
  const closes = async () => {
    await page.keyboard.press('Escape')
    await page.locator('[role=option]:focus').waitFor()
    await page.keyboard.press('e')
    await page.getByRole('button', { name: 'Undo' }).waitFor()
  }
  await closes()
  // The next chat is open, and its empty field has the focus.
  await page.keyboard.press('Control+z')
  await page.waitForURL(`**/${chats.yuri}`)
  await page.getByText('You kept the chat open').waitFor()
  assert.equal((await ann.chat(chats.yuri)).state, 'open')
  await field(agents.ann).waitFor()
  await closes()
  for (const until = performance.now() + 15_000; (await ann.chat(chats.yuri)).state === 'open';)
    assert.ok(performance.now() < until, 'the chat is not closed')
  // The visitor is back with the whole conversation, and a further message begins a new chat.
  await yuri.goto(`${site.url}/yuri`)
  await loaded(yuri)
  await call(yuri, 'open')
  await reads('yuri', 'Yes, from ten to four.')
  await writes('yuri', 'And on Monday?')
  await page.goto('/inbox/waiting')
  await row(agents.ann, 'And on Monday?').waitFor()
  assert.notEqual((await chatOf(server, 'And on Monday?')).id, chats.yuri)
})

test('at the end of the day each visitor has read exactly what agents wrote to them, and no page had an error', async () => {
  const read = {
    vera: ['It is on its way, Vera.'],
    walt: ['It left today.', 'Card is fine, Walt.'],
    xenia: ['Please send us a picture.'],
    yuri: ['Yes, from ten to four.'],
  } as const
  for (const [name, texts] of Object.entries(read) as [keyof typeof visitors, readonly string[]][]) {
    const entries = await ann.entries(chats[name])
    const written = entries.flatMap((entry) => (entry.type === 'message' && entry.from === 'agent' ? [entry.text] : []))
    assert.deepEqual(written, texts, name)
    for (const text of texts)
      assert.equal(
        await visitors[name].getByRole('log').getByText(text, { exact: true }).count(),
        1,
        `${name}: ${text}`,
      )
  }
  // The agent who came second was refused the chat with 409, which the browser notes.
  const faults = Object.values(agents).flatMap((window) => window.faults)
  assert.deepEqual(
    faults.filter((fault) => !/409 \(Conflict\)/.test(fault)),
    [],
  )
})
