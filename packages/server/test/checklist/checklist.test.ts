import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { Checklist } from '@deskbell/protocol/agent/checklist'
import { soon } from '../channels/widget/soon.ts'
import { openPage, WIDGET } from '../channels/widget/page.ts'
import { testKinds } from '../db.ts'
import { ANN, BOB, startTestServer, type TestServer } from '../test-server.ts'

for (const kind of testKinds())
  suite(`the list of what remains to be set up, ${kind}`, () => {
    let server: TestServer
    before(async () => {
      server = await startTestServer({ kind, channels: [WIDGET] })
    })
    after(() => server.close())

    const read = async (as = ANN) => (await server.agent(as).call('GET', '/checklist')).body as unknown as Checklist
    const isDone = async (step: string) => (await read()).steps.some((one) => one.step === step && one.done)
    /** Each step is open before what ends it, and done after it. */
    async function ends(step: string, act: () => Promise<unknown>) {
      assert.equal(await isDone(step), false, `${step} before`)
      await act()
      assert.equal(await isDone(step), true, `${step} after`)
    }
    const ann = () => server.agent(ANN)

    test('the name of the company ends its step, and taking it away opens it again', async () => {
      await ann().call('PATCH', '/settings', { name: '' })
      await ends('company', () => ann().call('PATCH', '/settings', { name: 'Garden & Co' }))
      await ann().call('PATCH', '/settings', { name: '' })
      assert.equal(await isDone('company'), false)
    })

    test('a widget on a page of this server does not count as installed, one on another host does', async () => {
      const own = await openPage(server, { visitor: 'own', url: `${server.publicUrl}/talk/x` })
      await own.close()
      assert.equal(await isDone('install'), false)
      const page = await openPage(server, { visitor: 'vera', url: 'https://shop.test/tea' })
      await soon(() => isDone('install'))
      await page.close()
    })

    test('the first chat ends the step of trying it as a visitor', async () => {
      await ends('try', () => server.visitor('tries', {}).writes('hello'))
    })

    test('a browser that may show notifications ends the step of alerts', async () => {
      await ends('alerts', () =>
        ann().call('PUT', '/me/alerts/devices', {
          key: 'A'.repeat(22),
          name: 'Browser',
          permission: 'granted',
          subscription: null,
        }),
      )
    })

    test('a bot on a channel and an active webhook end their steps', async () => {
      const { body } = await ann().call('GET', '/channels')
      const [channel] = body['channels'] as unknown as { id: number }[]
      await ends('bot', () =>
        ann().call('POST', '/bots', {
          name: 'Helper',
          providerId: 'p',
          providerUrl: 'http://127.0.0.1:9/',
          token: 'a-token-of-a-provider',
          channels: [channel?.id],
        }),
      )
      await ends('crm', () => ann().call('POST', '/webhooks', { url: null, events: ['chat_updated'] }))
    })

    test('hiding the list is a choice of each agent, and role agent has no list', async () => {
      const hidden = await ann().call('PATCH', '/checklist', { hidden: true })
      assert.equal(hidden.body['hidden'], true)
      assert.equal((await read()).hidden, true)
      await ann().call('PATCH', '/checklist', { hidden: false })
      assert.equal((await read()).hidden, false)
      assert.equal((await server.agent(BOB).call('GET', '/checklist')).status, 403)
    })
  })
