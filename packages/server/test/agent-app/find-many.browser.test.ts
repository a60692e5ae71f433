import assert from 'node:assert/strict'
import { test } from 'node:test'
import { personVector, toVector } from '../../src/archive/vector.ts'
import { traitsOf } from '../../src/archive/traits.ts'
import { openBrowser, screenshot } from '../browser.ts'
import { ANN, startTestServer, type TestServer } from '../test-server.ts'
import { openWindow } from './window.ts'

const CHATS = 5000
/** The oldest chat of the list, far beyond its first page. */
const WANTED = 'Quentin Oldfield'

/** Open chats as the server writes them, one a second, with their index. */
async function fillOpen({ services: { db, clock } }: TestServer): Promise<void> {
  const now = clock.now()
  const rows = Array.from({ length: CHATS }, (_, i) => {
    const [id, at] = [i + 1, now - (CHATS - i) * 1000]
    const person = { name: id === 1 ? WANTED : `Person ${id}`, email: null, phone: null, blocked: false }
    const { words, lines, starts } = toVector([{ n: 1, text: `hello from ${id}` }])
    const facts = { channel: 1, visitor: id, agents: [], department: null, tags: [], rating: null }
    const traits = traitsOf(1, { ...facts, open: true, holder: null })
    return { id, at, name: person.name, words, traits, person: personVector(person), lines, starts }
  })
  await db.administer((client) => client.query(FILL, [JSON.stringify(rows)]))
}

const FILL = `
  with r as materialized (select * from jsonb_to_recordset($1::jsonb)
    as r(id int, at bigint, name text, words text, traits text, person text, lines int[], starts int[])),
  contacts as (insert into contact (account_id, id, created_at, active_at) select 1, id, now(), now() from r returning id),
  visitors as (insert into visitor (account_id, number, contact_id, channel_id, key, name, chats, created_at)
    select 1, r.id, r.id, 1, 'v' || r.id, r.name, 1, now() from r join contacts on contacts.id = r.id),
  chats as (insert into chat (account_id, id, channel_id, visitor_number, state, waiting_since, active_minute, opened_at)
    select 1, id, 1, id, jsonb_build_object('owner', jsonb_build_object('kind', 'queue'), 'epoch', 1, 'last', 1, 'lastAt', at,
      'openedAt', at, 'closedAt', null, 'waitingSince', at, 'received', 1,
      'preview', jsonb_build_object('text', 'hello from ' || id, 'from', 'visitor'), 'invite', null, 'failed', jsonb_build_array()),
      to_timestamp(at / 1000.0), at / 60000, to_timestamp(at / 1000.0) from r),
  entries as (insert into entry (account_id, chat_id, n, type, at, body)
    select 1, id, 1, 'message', to_timestamp(at / 1000.0),
      jsonb_build_object('from', 'visitor', 'id', 'm' || id, 'text', 'hello from ' || id) from r),
  numbers as (insert into account_number (account_id, chats, visitors, contacts) values (1, ${CHATS}, ${CHATS}, ${CHATS})
    on conflict (account_id) do update set chats = excluded.chats, visitors = excluded.visitors, contacts = excluded.contacts)
  insert into chat_words (account_id, chat_id, visitor_number, at, words, person, lines, starts, upto)
    select 1, id, id, to_timestamp(at / 1000.0), words::tsvector || person::tsvector || traits::tsvector, person, lines, starts, 1
    from r`

test('the field over the list finds any of 5 000 open chats on the server, by name and by message', async () => {
  const testServer = await startTestServer()
  const browser = await openBrowser()
  try {
    await fillOpen(testServer)
    const window = await openWindow(browser, testServer, ANN)
    const { page } = window
    await window.go('/inbox/all', `text=Person ${CHATS}`)
    assert.equal(await page.getByText(WANTED).count(), 0, 'the chat is not loaded')
    await page.locator('body').press('/')
    await page.keyboard.type('quentin')
    await page.getByRole('option', { name: /Quentin Oldfield/ }).waitFor()
    assert.equal(await page.getByRole('option').count(), 1)
    await screenshot(page, 'find among many')
    // An event of another chat with the word puts it into the list.
    const late = await testServer.visitor('late', { name: 'Quentin the Second' }).writes('good evening')
    assert.equal(late.status, 200, late.text)
    await page.getByRole('option', { name: /Quentin the Second/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/inbox/all/1')

    await page.getByRole('searchbox', { name: 'Search this list' }).fill('from 2345')
    await page.getByRole('option', { name: /Person 2345/ }).waitFor()
    await page.getByRole('searchbox').fill('nobody at all')
    await page.getByText('No chat in this list matches').waitFor()
    assert.equal(await page.getByText('No loaded chat matches').count(), 0)
    await screenshot(page, 'find none among many')
    await page.getByRole('button', { name: 'Clear search' }).last().click()
    await page.getByRole('option', { name: new RegExp(`Person ${CHATS}`) }).waitFor()
    assert.deepEqual(window.faults, [])
    await window.close()
  } finally {
    await browser.close()
    await testServer.close()
  }
})
