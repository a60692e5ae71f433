import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { statement } from '../../src/db/statement.ts'
import { openBrowser } from '../browser.ts'
import { startIntegratorServer } from '../integrator-server.ts'
import { startTestServer } from '../test-server.ts'
import { looksRight } from './looks.ts'
import { openWindow, SCREENS, type Window } from './window.ts'

const HOUR = 3600_000
const integrator = await startIntegratorServer()
const testServer = await startTestServer({ channel: { serverUrl: `${integrator.url}/chat` } })
const browser = await openBrowser()
let window: Window
before(async () => {
  // Two days ago both agents were online for four hours, and Ann took forty chats after three minutes each.
  const from = Date.now() - 48 * HOUR
  const presence = statement(
    'test_presence',
    `insert into presence_change (account_id, agent_id, at, online)
     select 1, a, to_timestamp(($1::bigint + e * 4 * 3600000::bigint) / 1000.0), e = 0 from generate_series(1, 2) a, generate_series(0, 1) e
     order by 2, 3`,
  )
  const waits = statement(
    'test_waits',
    `insert into chat_wait (account_id, chat_id, channel_id, visitor_number, began_at, ended_at, agent_id, held_until)
     select 1, n, 1, 1, b, b + interval '3 min', case when n % 10 > 0 then 1 end,
       case when n % 10 > 0 then b + interval '9 min' end
     from generate_series(1, 40) n, lateral (select to_timestamp(($1::bigint + n * 300000::bigint) / 1000.0) as b) t`,
  )
  for (const one of [presence, waits]) await testServer.services.db.query(one, [from])
  window = await openWindow(browser, testServer)
})
after(async () => {
  await window.close()
  await browser.close()
  await testServer.close()
  await integrator.close()
})

test('S9 an owner tries changes, sees what they would have done, and saves or discards them', async () => {
  const { page } = window
  const stored = async () => {
    await page.waitForLoadState('networkidle')
    const routing = await page.evaluate(async () => (await fetch('/api/routing')).json() as Promise<{ policy: object }>)
    return (routing.policy as { distribution: string }).distribution
  }
  await window.go('/settings/routing', 'text=Who gets a waiting chat')
  await page.getByRole('button', { name: 'Try changes' }).press('Enter')
  await page.getByText('Nothing is saved until you save it').waitFor()
  assert.ok(await page.getByRole('button', { name: 'Save changes' }).isDisabled())
  await page.getByText('Agents in turn', { exact: true }).click()
  await page.getByRole('button', { name: 'See what they would have done' }).press('Enter')
  const found = page.getByRole('table', { name: 'What they would have done' })
  await found.waitFor()
  const cells = (name: string) => found.getByRole('row', { name }).getByRole('cell').allInnerTexts()
  assert.deepEqual(await cells('Got an agent'), ['36', '40', '40'])
  assert.deepEqual(await cells('Ended without an agent'), ['4', '0', '0'])
  assert.deepEqual((await cells('Typical wait'))[0], '3m')
  assert.deepEqual((await cells('Typical wait'))[2], '0s')
  const loads = page.getByRole('table', { name: 'Chats of each agent' })
  assert.deepEqual(await loads.getByRole('row', { name: 'Ann' }).getByRole('cell').allInnerTexts(), ['36', '20', '20'])
  await looksRight(page, 'routing replay')
  await page.setViewportSize(SCREENS.phone)
  await looksRight(page, 'routing replay on the phone')
  await page.setViewportSize(SCREENS.desktop)
  assert.equal(await stored(), 'everybody')

  await page.getByText('The least busy agent', { exact: true }).click()
  await page.getByText('You have changed more since').waitFor()
  await page.getByRole('button', { name: 'Discard changes' }).press('Enter')
  assert.ok(await page.getByRole('radio', { name: 'Everybody' }).isChecked())
  assert.equal(await stored(), 'everybody')

  await page.getByRole('button', { name: 'Try changes' }).press('Enter')
  await page.getByText('The least busy agent', { exact: true }).click()
  await page.getByRole('button', { name: 'Save changes' }).press('Enter')
  await page.getByRole('button', { name: 'Try changes' }).waitFor()
  assert.ok(await page.getByRole('radio', { name: 'The least busy agent' }).isChecked())
  assert.equal(await stored(), 'least-busy')
  assert.deepEqual(window.faults, [])
})

test('S9 an owner sees how many chats overflow, where some do', async () => {
  const { page } = window
  await window.go('/settings/routing', 'text=Who gets a waiting chat')
  await page.getByRole('button', { name: 'Try changes' }).press('Enter')
  await page.getByRole('button', { name: 'See what they would have done' }).press('Enter')
  const found = page.getByRole('table', { name: 'What they would have done' })
  await found.waitFor()
  const overflows = ['Went on to another department', 'Went on to the bot', 'Were asked to leave a message'] as const
  for (const name of overflows) assert.equal(await found.getByRole('row', { name }).count(), 0, name)

  // Half of the chats went on to another department, and two of those to the form; of the others one went to a bot.
  const overflowed = statement(
    'test_overflowed',
    `update chat_wait set overflowed = case when chat_id = 1 then '{bot}' when chat_id in (2, 4) then '{department,form}'
       else '{department}' end::text[]
     where chat_id % 2 = 0 or chat_id = 1`,
  )
  await testServer.services.db.query(overflowed, [])
  await page.getByRole('button', { name: 'See what they would have done' }).press('Enter')
  await found.getByRole('row', { name: overflows[0] }).waitFor()
  const cells = (name: string) => found.getByRole('row', { name }).getByRole('cell').allInnerTexts()
  assert.deepEqual(await Promise.all(overflows.map(cells)), [
    ['20', '0', '0'],
    ['1', '0', '0'],
    ['2', '0', '0'],
  ])
  assert.deepEqual((await cells('Got an agent'))[0], '33')
  assert.deepEqual((await cells('Ended without an agent'))[0], '4')
  await looksRight(page, 'routing replay with overflows')
  await page.setViewportSize(SCREENS.phone)
  await looksRight(page, 'routing replay with overflows on the phone')
  await page.setViewportSize(SCREENS.desktop)
  await page.getByRole('button', { name: 'Discard changes' }).press('Enter')
  assert.deepEqual(window.faults, [])
})
