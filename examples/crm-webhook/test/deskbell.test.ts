import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { parseSetup } from '../../../packages/server/src/setup/file.ts'
import { startTestServer } from '../../../packages/server/test/test-server.ts'
import { openContacts } from '../server/contacts.ts'
import { openCrm } from '../server/crm.ts'

test('C11 with a real server, the visitor’s card is beside the chat', async (t) => {
  const setup = parseSetup(readFileSync(new URL('../desk.json', import.meta.url), 'utf8'))
  const [webhook] = setup.webhooks ?? []
  assert.ok(webhook?.secret)
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  server.on('request', openCrm({ secrets: [webhook.secret], crmUrl: url, contacts: openContacts(), log() {} }))
  const testServer = await startTestServer({ webhooks: [{ ...webhook, url: `${url}/desk` }] })
  t.after(async () => {
    await testServer.close()
    server.closeAllConnections()
    server.close()
  })
  await testServer.visitor('v1', { email: 'vera@example.org' }).writes('Hello')
  const ann = testServer.agent()
  await ann.accepts(1)
  await testServer.settled()
  const card = (await ann.entries(1)).find((entry) => entry.type === 'crm.answered')
  assert.ok(card?.type === 'crm.answered' && card.fields.length > 0)
  assert.equal(card.name, 'CRM')
  assert.ok(card.link?.startsWith(url))
})
