import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { CallbackForm } from '@deskbell/protocol/widget/callback'
import { keyOf } from '../../src/channels/widget/secret.ts'
import { handClock, type HandClock } from '../clock.ts'
import { testKinds } from '../db.ts'
import { ANN, startTestServer, type TestServer } from '../test-server.ts'
import { nextId, openPage, secretOf, WIDGET } from '../channels/widget/page.ts'

type Page = Awaited<ReturnType<typeof openPage>>

async function formOf(page: Page, country?: string): Promise<CallbackForm> {
  const answer = await page.ask({ t: 'callback', id: nextId(), ...(country && { country }) })
  if (answer.t !== 'done' || !answer.callback) throw new Error(JSON.stringify(answer))
  return answer.callback
}
const whyNot = async (page: Page, phone: string, country?: string) => {
  const answer = await page.ask({ t: 'call', id: nextId(), phone, ...(country && { country }) })
  return answer.t === 'refused' ? [answer.code, answer.why] : JSON.stringify(answer)
}
/** A Monday, a minute before the hours end in Berlin. */
const MONDAY = Date.parse('2026-10-05T16:59:00+02:00')

for (const kind of testKinds())
  suite(`the form for a call-back, ${kind}`, () => {
    let server: TestServer
    let clock: HandClock
    let page: Page
    const set = async (change: object) => {
      assert.equal((await server.agent().call('PATCH', '/call-settings', change)).status, 200)
    }
    before(async () => {
      clock = handClock(MONDAY)
      const hours = { timeZone: 'Europe/Berlin', days: { mon: [['09:00', '17:00']], wed: [['08:00', '12:00']] } }
      server = await startTestServer({ kind, clock, channels: [{ ...WIDGET, workingHours: hours }] })
      page = await openPage(server, { visitor: 'to be called' })
    })
    after(async () => {
      await page.close()
      await server.close()
    })

    test('where visitors are not called, or no country is, there is no form', async () => {
      for (const change of [{ callback: false }, { callback: true, countries: [] }]) {
        await set(change)
        const answer = await page.ask({ t: 'callback', id: nextId() })
        assert.ok(answer.t === 'refused')
        assert.deepEqual([answer.code, answer.why], ['no_calls', 'off'])
      }
    })

    test('it has the countries, the formats of the wanted one if it may be called, and the hours of the channel', async () => {
      await set({ callback: true, countries: ['DE', 'AT', 'US'] })
      const form = await formOf(page)
      assert.deepEqual(form.countries, [
        { country: 'DE', code: '49', example: '01512 3456789' },
        { country: 'AT', code: '43', example: '0664 123456' },
        { country: 'US', code: '1', example: '(201) 555-0123' },
      ])
      assert.deepEqual([form.country, form.prefix, form.usual], ['DE', '0', null])
      assert.ok(form.formats.length > 5)
      assert.deepEqual((await formOf(page, 'US')).country, 'US')
      assert.deepEqual((await formOf(page, 'FR')).country, 'DE')
      assert.deepEqual([form.isOpen, form.until], [true, Date.parse('2026-10-05T17:00:00+02:00')])
      await clock.move(60_000)
      const later = await formOf(page)
      assert.deepEqual([later.isOpen, later.until], [false, Date.parse('2026-10-07T08:00:00+02:00')])
    })

    test('a refusal says what is wrong with the number, and else why the visitor cannot be called', async () => {
      await set({ callback: true, countries: ['DE', 'AT'] })
      assert.deepEqual(await whyNot(page, '030 12'), ['invalid', 'too_short'])
      assert.deepEqual(await whyNot(page, '030 1234567890123456'), ['invalid', 'too_long'])
      assert.deepEqual(await whyNot(page, 'call me'), ['invalid', 'no_number'])
      assert.deepEqual(await whyNot(page, '+1 212 736 5000'), ['invalid', 'other_country'])
      assert.deepEqual(await whyNot(page, '0900 1234567'), ['invalid', 'special_number'])
      assert.deepEqual(await whyNot(page, '0664 1234567', 'AT'), ['no_calls', 'closed'])
      await set({ callback: false })
      assert.deepEqual(await whyNot(page, '030 123456'), ['no_calls', 'off'])
    })

    test('after five calls that agents took, it says how soon four of five of them had an agent', async () => {
      await set({ callback: true, countries: ['DE'], ring: 120, wait: 600 })
      const ann = await server.agent(ANN).connects()
      const { callCommit, directory } = server.services
      const agent = directory.agents(1).find(({ name }) => name === 'Ann')
      const channel = directory.channelByPublicId(WIDGET.publicId)
      assert.ok(agent && channel)
      const one = { id: agent.id, name: agent.name }
      for (const seconds of [50, 10, 20, 41, 30]) {
        assert.equal((await formOf(page)).usual, null)
        const outcome = await callCommit.start({
          ...{
            account: 1,
            visitor: { channel: channel.id, key: keyOf(secretOf('to be called')) },
            carrier: 'sip',
            request: nextId(),
          },
          command: { type: 'call.start', call: 'callback', phone: '+4930123456', records: false },
          also: [{ type: 'call.ring', agents: [one] }],
        })
        assert.ok(outcome.kind !== 'refused')
        await clock.move(seconds * 1000 - 500)
        const accepted = await callCommit.change(1, outcome.call.id, [{ type: 'call.accept', agent: one }])
        assert.equal(accepted.kind, 'done')
        await callCommit.change(1, outcome.call.id, [{ type: 'call.fail', why: 'client_busy' }])
      }
      await clock.move(61_000)
      assert.equal((await formOf(page)).usual, 41)
      ann.close()
    })
  })
