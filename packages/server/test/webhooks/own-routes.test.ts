import assert from 'node:assert/strict'
import { dirname } from 'node:path/posix'
import { test } from 'node:test'
import { testKinds } from '../db.ts'
import { startTestServer } from '../test-server.ts'
import { soon } from '../channels/widget/soon.ts'
import { SECRET } from './hook.ts'

const RANDOM = 'abcdefghijKLMNOPQRSTUV0123456789'

for (const kind of testKinds())
  test(`T16 requests of the server to its own routes under another name end there, ${kind}`, async (t) => {
    const server = await startTestServer({
      kind,
      // The server's public URL; the test reaches the same port by IP address.
      env: { PUBLIC_URL: 'https://desk.shop.test', FILES_URL: 'https://files.shop.test' },
      channels: [{ kind: 'api', name: 'Mirror', publicId: 'Mi3rOr6hIj', random: RANDOM, agents: [] }],
    })
    t.after(() => server.close())
    const ann = server.agent()
    const mirror = `${server.url}/${RANDOM}/Mi3rOr6hIj`
    const [app, other] = server.services.directory.channels(1)
    for (const [channel, serverUrl] of [
      [app, server.channelUrl],
      [other, mirror],
    ] as const) {
      // The channel's id is appended, so that messages are posted to the route of visitors' messages (A21).
      const changed = await ann.call('PATCH', `/channels/${channel?.id}`, { serverUrl: dirname(serverUrl) })
      assert.equal(changed.status, 200, changed.text)
    }
    for (const url of [mirror, server.channelUrl])
      assert.equal((await ann.call('POST', '/webhooks', { url, secret: SECRET })).status, 201)
    const bot = { name: 'Echo', providerId: 'echo', providerUrl: mirror, token: 'a-token-that-is-long-enough' }
    const made = await ann.call('POST', '/bots', { ...bot, channels: [other?.id], attempts: 1 })
    assert.equal(made.status, 201, made.text)

    const sent = async (): Promise<string[]> => {
      const { rows } = await server.services.db.administer((client) =>
        client.query<{ kind: string; status: number }>(
          `select distinct d.kind, a.status from attempt a join delivery d on d.account_id = a.account_id and d.id = a.delivery_id
           order by 1`,
        ),
      )
      return rows.map(({ kind: of, status }) => `${of} ${status}`)
    }

    await server.visitor('v1').writes('Hello')
    await ann.accepts(1)
    const n = await ann.writes(1, 'Hi')
    await ann.closes(1)
    await soon(async () => (await ann.entries(1)).some((one) => one.type === 'message.failed' && one.of === n))
    await soon(async () => (await sent()).length === 2)
    const chats = [...(await ann.chats()), ...(await ann.chats('?state=closed'))]
    assert.deepEqual(
      chats.map(({ id, channel }) => [id, channel.name]),
      [[1, 'App']],
      'no message of the server came back as a message to it',
    )
    assert.deepEqual(await sent(), ['agent_message 400', 'chat_accepted 400'])
  })
