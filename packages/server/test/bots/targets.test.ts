import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { handClock, type HandClock } from '../clock.ts'
import { makePlace, testKinds } from '../db.ts'
import { startPartner, type Partner } from '../partner.ts'
import { forbiddenUrls } from '../targets.ts'
import { startBotHouse, until, type BotHouse } from './house.ts'

/** Every third one of the table that the guard's own tests use in full. */
const some = (port: number) => forbiddenUrls(port).filter((_, i) => i % 3 === 0)

for (const kind of testKinds())
  describe(`addresses that a bot must not lead us to, ${kind}`, () => {
    let clock: HandClock
    let house: BotHouse
    let canary: Partner
    before(async () => {
      clock = handClock()
      canary = await startPartner({ clock })
      // What could be reached when it was saved is forbidden now.
      const place = await makePlace(kind)
      const first = await startBotHouse({ kind, clock, place })
      await first.stop()
      const partners = { provider: first.provider, front: first.front }
      house = await startBotHouse({ kind, clock, place, partners, env: { ALLOW_TARGETS: '' } })
    })
    after(async () => {
      await house.close()
      await canary.close()
    })

    /** As a restored backup or a slip in a migration would have it: past every check. */
    async function plants(columns: Record<string, string>): Promise<void> {
      const { db, directory } = house.desk
      for (const [name, value] of Object.entries(columns))
        await db.query({ name: `test_plant_${name}`, text: `update bot set ${name} = $1 where id = 1` }, [value])
      await db.query({ name: 'test_revision', text: 'update account set revision = revision + 1' }, [])
      await directory.refresh()
    }
    async function tries(): Promise<{ ok: boolean; verdict: string }> {
      const begun = await house.agent().call('POST', '/bots/1/trials', {})
      const step = { event: 'CLIENT_MESSAGE', text: 'try' }
      const trial = `/bots/1/trials/${begun.body['id'] as unknown as number}`
      const played = await house.agent().call('POST', trial, step)
      assert.equal(played.status, 200, played.text)
      const [line] = played.body['lines'] as unknown as { ok: boolean; verdict: string }[]
      assert.ok(line)
      return line
    }

    test('T13 a provider’s address that is no longer allowed is not connected to, and people have the chat', async () => {
      const before = house.provider.connections()
      const chat = await house.meets('customer')
      await house.passes(3500)
      assert.equal(house.provider.connections(), before)
      const left = await house.last(chat, 'bot.left')
      assert.equal(left.why, 'failed')
      assert.match(left.text ?? '', /127\.0\.0\.1/)
      await until(() => house.desk.worker.leased === 0)
    })

    test('T13 nor is any other that leads inside, however it is spelled', async () => {
      for (const url of some(canary.port)) {
        await plants({ provider_url: url })
        assert.equal((await tries()).ok, false, url)
      }
      assert.equal(canary.connections(), 0)
    })

    test('T13 T39 the address for tokens is guarded in the same way', async () => {
      const authorization = { tokenUrl: 'https://provider.test/token', clientId: 'desk', secret: 'a secret of the two' }
      await house.sets({ authorization })
      for (const url of some(canary.port)) {
        await plants({ token_url: url, provider_url: `${house.provider.url}/hook` })
        const { ok, verdict } = await tries()
        assert.equal(ok, false, url)
        assert.match(verdict, /no access token/, url)
      }
      assert.equal(canary.connections(), 0)
      await house.sets({ authorization: null })
    })

    test('T13 both are refused when they are saved', async () => {
      for (const url of some(canary.port)) {
        const bot = { name: 'New', providerId: 'new', providerUrl: url, token: 'new-provider-token' }
        const authorization = { tokenUrl: url, clientId: 'desk', secret: 'a secret of the two' }
        for (const answer of [
          await house.agent().call('POST', '/bots', bot),
          await house.agent().call('PATCH', '/bots/1', { providerUrl: url }),
          await house.agent().call('PATCH', '/bots/1', { authorization }),
        ]) {
          assert.equal(answer.status, 400, `${url} ${answer.text}`)
          assert.match(String(answer.body['error']?.['field']), /providerUrl|tokenUrl/)
        }
      }
      assert.equal(canary.connections(), 0)
    })

    test('T13 a provider that sends us elsewhere by a redirect is not followed', async () => {
      const open = await startBotHouse({ kind, clock })
      try {
        open.provider.redirects(307, `${canary.url}/x`)
        const chat = await open.meets('customer')
        await open.passes(3500)
        assert.equal((await open.last(chat, 'bot.left')).text, 'it answered 307')
        assert.equal(canary.connections(), 0)
      } finally {
        await open.close()
      }
    })
  })
