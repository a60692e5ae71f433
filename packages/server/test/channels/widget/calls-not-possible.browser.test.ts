import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { axeViolations, screenshot } from '../../browser.ts'
import { button, type CallSite, openTracks, says, startCallSite, TALKS, WITHIN } from './calling.ts'
import { call, heard, OPEN } from './site.ts'

let site: CallSite
before(async () => {
  site = await startCallSite()
})
after(() => site.close())

/** A page whose browser gives no microphone, for this reason. */
const refuses = (name: string) =>
  `${OPEN}<script>navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', '${name}'))</script>`

suite('calls that are not possible', () => {
  test('while no agent is there, the button says so, and it can be used as soon as one comes', async () => {
    const page = await site.visit({ head: TALKS })
    page.context().setDefaultTimeout(WITHIN)
    await call(page, 'open')
    const closed = button(page, 'Call us. No agent can take a call right now.')
    await closed.waitFor()
    assert.equal(await closed.getAttribute('aria-disabled'), 'true')
    await closed.focus()
    await page.locator('.why').getByText('No agent can take a call right now.').waitFor()
    await screenshot(page, 'call closed')
    assert.deepEqual(await axeViolations(page), [])
    await call(page, 'open', { start: 'call' })
    await page.getByRole('group', { name: 'Call us' }).getByText('No agent can take a call right now.').waitFor()
    await screenshot(page, 'call closed view')
    assert.deepEqual(await axeViolations(page), [])
    const ann = await site.server.agent().connects()
    await button(page, 'Use the microphone').click()
    await says(page, 'Your microphone works.').waitFor()
    // The agent has gone in the meantime: the microphone is closed.
    ann.close()
    await page.getByRole('group', { name: 'Call us' }).getByText('No agent can take a call right now.').waitFor()
    assert.equal(await openTracks(page), 0)
    await page.context().close()
  })

  test('while calls are off there is no button, and the view leads to the chat', async () => {
    const ann = await site.server.agent().connects()
    const page = await site.visit({ head: TALKS })
    page.context().setDefaultTimeout(WITHIN)
    await call(page, 'open')
    await button(page, 'Call us').waitFor()
    await site.server.agent().call('PATCH', '/call-settings', { fromPage: false })
    await button(page, 'Call us').waitFor({ state: 'hidden' })
    await call(page, 'open', { start: 'call' })
    await page.getByText('Calls are not available at the moment.').waitFor()
    await page.locator('.acts').getByRole('button', { name: 'Write instead' }).click()
    await page.getByRole('textbox').waitFor()
    await site.server.agent().call('PATCH', '/call-settings', { fromPage: true })
    await button(page, 'Call us').waitFor()
    ann.close()
    await page.context().close()
  })

  for (const [what, head, text] of [
    ['refused', refuses('NotAllowedError'), /The microphone is blocked for this page/],
    ['missing', refuses('NotFoundError'), /No microphone was found/],
    ['in use', refuses('NotReadableError'), /Another program may be using it/],
    [
      'of an insecure page',
      `${OPEN}<script>Object.defineProperty(navigator, 'mediaDevices', { value: undefined })</script>`,
      /only possible on a secure page/,
    ],
  ] as const)
    test(`a microphone ${what}: the visitor reads what to do, and no call has begun`, async () => {
      const ann = await site.server.agent().connects()
      const page = await site.visit({ head })
      page.context().setDefaultTimeout(WITHIN)
      await call(page, 'open', { start: 'call' })
      await button(page, 'Use the microphone').click()
      await says(page, text).waitFor()
      await screenshot(page, `call microphone ${what}`)
      assert.deepEqual(await axeViolations(page), [])
      assert.equal(await button(page, 'Try again').isVisible(), what !== 'of an insecure page')
      assert.deepEqual(
        (await heard(page)).filter(([name]) => String(name).startsWith('onCall')),
        [],
      )
      ann.close()
      await page.context().close()
    })

  test('a call that the server refuses begins nowhere, and the visitor is told to write', async () => {
    const ann = await site.server.agent().connects()
    await site.server.agent().call('PATCH', '/call-settings', { perAddress: 1 })
    const page = await site.visit({ head: TALKS })
    page.context().setDefaultTimeout(WITHIN)
    await call(page, 'open', { start: 'call' })
    await button(page, 'Use the microphone').click()
    await button(page, 'Call now').click()
    await says(page, 'Calling… An agent will answer soon.').waitFor()
    await button(page, 'Hang up').click()
    await button(page, 'Call again').click()
    await button(page, 'Call now').click()
    await says(page, 'No call can be made right now. Please try again later, or write to us.').waitFor()
    assert.equal(await openTracks(page), 0)
    assert.deepEqual((await heard(page)).filter(([name]) => name === 'onCallStart').length, 1)
    await site.server.agent().call('PATCH', '/call-settings', { perAddress: 0 })
    ann.close()
    await page.context().close()
  })
})
