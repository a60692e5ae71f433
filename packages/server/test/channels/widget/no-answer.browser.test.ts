import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { axeViolations, screenshot } from '../../browser.ts'
import { call, chatOf, composer, OPEN, startSite } from './site.ts'
import { soon } from './soon.ts'

const ASKS = 'No one can answer right now. Leave your e-mail or phone, and we will get back to you.'

let site: Awaited<ReturnType<typeof startSite>>
before(async () => {
  site = await startSite()
  const policy = { distribution: 'everybody', lastAgentFirst: false, acceptWithin: 30 }
  const changed = await site.server
    .agent()
    .call('PATCH', '/routing', { policy: { ...policy, overflow: { after: 10, to: 'form' } } })
  assert.equal(changed.status, 200, changed.text)
})
after(() => site.close())

/** A visitor whose chat no agent accepted: their page shows the form. */
async function asked(text: string) {
  const ann = await site.server.agent().connects()
  const page = await site.visit({ head: OPEN })
  await call(page, 'open')
  await composer(page).fill(text)
  await page.keyboard.press('Enter')
  const form = page.locator('form')
  await form.getByText(ASKS).waitFor()
  return { ann, page, form, chat: await chatOf(site.server, text) }
}

suite('when no agent accepts a chat', () => {
  test('S8 the visitor is asked for contact data in the open chat, and what they leave is written in it', async () => {
    const { ann, page, form, chat } = await asked('is anybody here')
    await screenshot(page, 'widget asked to leave a message')
    assert.deepEqual(await axeViolations(page), [])
    // The next page asks, too.
    await page.reload()
    await form.getByText(ASKS).waitFor()
    await form.getByLabel('E-mail').fill('vera@shop.test')
    await form.getByLabel('Message').fill('please call me')
    await form.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('heading', { name: 'Thank you! We will get back to you.' }).waitFor()
    const agent = site.server.agent()
    await soon(async () => (await agent.chat(chat.id)).preview === 'please call me')
    assert.equal((await agent.chat(chat.id)).visitor.email, 'vera@shop.test')
    const types = (await agent.entries(chat.id)).map(({ type }) => type)
    assert.deepEqual(
      types.filter((type) => type === 'message' || type === 'chat.overflowed'),
      ['message', 'chat.overflowed', 'message'],
    )
    // An agent comes: the chat is shown again.
    await agent.accepts(chat.id)
    await agent.writes(chat.id, 'Here I am.')
    await page.getByRole('log').getByText('Here I am.', { exact: true }).waitFor()
    assert.equal(await form.count(), 0)
    ann.close()
  })

  test('S8 the visitor may write in the chat instead, with what they have begun in the form', async () => {
    const { ann, page, form } = await asked('hello again')
    await form.getByLabel('Message').fill('half a thought')
    await form.getByRole('button', { name: 'Write instead' }).click()
    await composer(page).waitFor()
    assert.equal(await composer(page).inputValue(), 'half a thought')
    await page.getByRole('log').getByText('hello again', { exact: true }).waitFor()
    await page.keyboard.press('Tab')
    await composer(page).press('Enter')
    await page.getByRole('log').getByText('half a thought', { exact: true }).waitFor()
    await page.reload()
    await page.getByRole('log').getByText('half a thought', { exact: true }).waitFor()
    assert.equal(await form.count(), 0)
    ann.close()
  })

  test('S8 a form that the visitor is filling stays when an agent comes', async () => {
    const { ann, page, form, chat } = await asked('one more')
    await form.getByLabel('E-mail').fill('vera@shop.test')
    const agent = site.server.agent()
    await agent.accepts(chat.id)
    await page.getByText('Ann', { exact: true }).first().waitFor()
    assert.equal(await form.getByLabel('E-mail').inputValue(), 'vera@shop.test')
    await agent.closes(chat.id)
    ann.close()
  })
})
