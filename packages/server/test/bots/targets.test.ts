import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { handClock, type HandClock } from '../clock.ts'
import { makePlace, testKinds } from '../db.ts'
import { startIntegratorServer, type IntegratorServer } from '../integrator-server.ts'
import { forbiddenUrls } from '../targets.ts'
import { startBotServer, until, type BotServer } from './server.ts'

/** Every third address of the table that the guard's tests use in full. */
const some = (port: number) => forbiddenUrls(port).filter((_, i) => i % 3 === 0)

for (const kind of testKinds())
  describe(`forbidden addresses of bots, ${kind}`, () => {
    let clock: HandClock
    let server: BotServer
    let canary: IntegratorServer
    before(async () => {
      clock = handClock()
      canary = await startIntegratorServer({ clock })
      // The address was allowed when it was saved and is forbidden now.
      const place = await makePlace(kind)
      const first = await startBotServer({ kind, clock, place })
      await first.stop()
      const servers = { provider: first.provider, front: first.front }
      server = await startBotServer({ kind, clock, place, servers, env: { ALLOW_TARGETS: '' } })
    })
    after(async () => {
      await server.close()
      await canary.close()
    })

    /** Writes the row directly, as a restored backup would, without the checks of the API. */
    async function plants(columns: Record<string, string>): Promise<void> {
      const { db, directory } = server.services
      for (const [name, value] of Object.entries(columns))
        await db.query({ name: `test_plant_${name}`, text: `update bot set ${name} = $1 where id = 1` }, [value])
      await db.query({ name: 'test_revision', text: 'update account set revision = revision + 1' }, [])
      await directory.refresh()
    }
    async function tries(): Promise<{ ok: boolean; verdict: string }> {
      const begun = await server.agent().call('POST', '/bots/1/sandboxes', {})
      const step = { event: 'CLIENT_MESSAGE', text: 'try' }
      const sandbox = `/bots/1/sandboxes/${begun.body['id'] as unknown as number}`
      const played = await server.agent().call('POST', sandbox, step)
      assert.equal(played.status, 200, played.text)
      const [line] = played.body['lines'] as unknown as { ok: boolean; verdict: string }[]
      assert.ok(line)
      return line
    }

    test('T13 the server does not connect to a provider’s address that is no longer allowed, and agents have the chat', async () => {
      const before = server.provider.connections()
      const chat = await server.opensChat('customer')
      await server.passes(3500)
      assert.equal(server.provider.connections(), before)
      const left = await server.last(chat, 'bot.left')
      assert.equal(left.why, 'failed')
      assert.match(left.text ?? '', /127\.0\.0\.1/)
      await until(() => server.services.worker.leased === 0)
    })

    test('T13 the server connects to no internal address, in any spelling', async () => {
      for (const url of some(canary.port)) {
        await plants({ provider_url: url })
        assert.equal((await tries()).ok, false, url)
      }
      assert.equal(canary.connections(), 0)
    })

    test('T13 T39 the token address is checked in the same way', async () => {
      const authorization = { tokenUrl: 'https://provider.test/token', clientId: 'desk', secret: 'a secret of the two' }
      await server.sets({ authorization })
      for (const url of some(canary.port)) {
        await plants({ token_url: url, provider_url: `${server.provider.url}/hook` })
        const { ok, verdict } = await tries()
        assert.equal(ok, false, url)
        assert.match(verdict, /no access token/, url)
      }
      assert.equal(canary.connections(), 0)
      await server.sets({ authorization: null })
    })

    test('T13 both addresses are refused when they are saved', async () => {
      for (const url of some(canary.port)) {
        const bot = { name: 'New', providerId: 'new', providerUrl: url, token: 'new-provider-token' }
        const authorization = { tokenUrl: url, clientId: 'desk', secret: 'a secret of the two' }
        for (const answer of [
          await server.agent().call('POST', '/bots', bot),
          await server.agent().call('PATCH', '/bots/1', { providerUrl: url }),
          await server.agent().call('PATCH', '/bots/1', { authorization }),
        ]) {
          assert.equal(answer.status, 400, `${url} ${answer.text}`)
          assert.match(String(answer.body['error']?.['field']), /providerUrl|tokenUrl/)
        }
      }
      assert.equal(canary.connections(), 0)
    })

    test('T13 a redirect of a provider is not followed', async () => {
      const open = await startBotServer({ kind, clock })
      try {
        open.provider.redirects(307, `${canary.url}/x`)
        const chat = await open.opensChat('customer')
        await open.passes(3500)
        assert.equal((await open.last(chat, 'bot.left')).text, 'it answered 307')
        assert.equal(canary.connections(), 0)
      } finally {
        await open.close()
      }
    })
  })
