import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { OnSite } from '@deskbell/protocol/agent/chat'
import type { VisitorRules } from '@deskbell/protocol/agent/visitor-rules'
import type { ServerFrame, FramesAnswer, VisitorFrame } from '@deskbell/protocol/widget/frames'
import type { RuleReport } from '@deskbell/protocol/widget/rule-report'
import type { RuleSource } from '@deskbell/protocol/widget/settings'
import { makeRuleQuestion } from '../../../src/channels/widget/rule-question.ts'
import { realIds } from '../../../src/platform/ids.ts'
import { addAgent } from '../../agent-api/servers.ts'
import { handClock, type HandClock } from '../../clock.ts'
import { startTestServer, type TestServer } from '../../test-server.ts'
import { openPage, WIDGET, WIDGET_ID } from './page.ts'

type Page = Awaited<ReturnType<typeof openPage>>
const RULED = 'Wd3tRu1eIj'
const RULE: RuleSource = {
  name: 'Prices',
  enabled: true,
  type: 'all',
  conditions: [{ condition: 'page_url', comparator: 'contain', value: '/prices' }],
  commands: [{ command: 'proactive', params: { message: 'May I help?' } }],
}
const REPORT: RuleReport = {
  name: 'Prices',
  state: 'waits',
  obstacles: ['busy'],
  type: 'all',
  conditions: [
    { condition: 'page_url', comparator: 'contain', value: '/prices', met: false },
    { condition: 'time_on_page', comparator: 'greater', value: 30, met: false, now: 12 },
  ],
  commands: ['proactive'],
}

suite('why no rule has fired', () => {
  let server: TestServer
  let clock: HandClock
  before(async () => {
    clock = handClock()
    server = await startTestServer({
      clock,
      channels: [WIDGET, { ...WIDGET, name: 'Ruled', publicId: RULED, widget: { rules: [RULE] } }],
    })
  })
  after(() => server.close())

  async function handleOf(url: string): Promise<string> {
    const listed = (await server.agent().call('GET', '/visitors')).body['visitors'] as unknown as OnSite[]
    return listed.find(({ site }) => site.url === url)?.visit ?? ''
  }
  async function open(name: string, widget = WIDGET_ID) {
    const url = `https://shop.test/${name}`
    const page = await openPage(server, { url, visit: `visit-${name}-0001`, widget })
    return { page, visit: await handleOf(url) }
  }
  const asks = (visit: string, agent = server.agent()) => agent.call('GET', `/visitors/${visit}/rules`)
  const rulesIn = ({ body }: Awaited<ReturnType<typeof asks>>) => body as unknown as VisitorRules
  const whys = (page: Page) => page.frames.filter((frame): frame is ServerFrame & { t: 'why' } => frame.t === 'why')
  const hearsWhy = (page: Page, nth = 0) => page.until(() => whys(page)[nth], 'why')
  const says = (of: string, ...rules: RuleReport[]): VisitorFrame => ({ t: 'because', of, rules, left: 0 })

  test('W19 the agent gets the page’s report, with its text cleaned', async () => {
    const { page, visit } = await open('told')
    const asked = asks(visit)
    const { id } = await hearsWhy(page)
    const condition = { condition: 'page_url', comparator: 'contain', met: false } as const
    const strange: RuleReport = { ...REPORT, name: 'Pri\0ces', conditions: [{ ...condition, value: '/\ud800' }] }
    page.send({ t: 'because', of: id, rules: [REPORT, strange], left: 3 })
    const answer = await asked
    assert.equal(answer.status, 200, answer.text)
    const { rules, ...rest } = rulesIn(answer)
    assert.deepEqual(rest, { answer: 'given', left: 3 })
    assert.deepEqual(rules[0], REPORT)
    assert.equal(rules[1]?.name, 'Prices')
    assert.deepEqual(rules[1]?.conditions, [{ ...condition, value: '/\ufffd' }])
    await page.close()
  })

  test('W19 the server waits two seconds for a report, and then says whether the page has rules', async () => {
    for (const [widget, answer] of [
      [WIDGET_ID, 'no_rules'],
      [RULED, 'silent'],
    ] as const) {
      const { page, visit } = await open(answer, widget)
      const asked = asks(visit)
      await hearsWhy(page)
      await clock.move(2000)
      assert.deepEqual(rulesIn(await asked), { answer, rules: [], left: 0 })
      await page.close()
    }
  })

  test('W19 concurrent requests of agents ask the page once, and the next request asks again', async () => {
    const asked: string[] = []
    const question = makeRuleQuestion({ clock, ids: realIds }, (id) => void asked.push(id))
    const both = [question.requestReports(), question.requestReports()]
    assert.equal(asked.length, 1)
    question.answer(asked[0] ?? '', { rules: [REPORT], left: 0 })
    for (const answer of await Promise.all(both)) assert.deepEqual(answer?.rules, [REPORT])
    const again = question.requestReports()
    assert.equal(asked.length, 2)
    question.answer(asked[0] ?? '', { rules: [], left: 0 })
    await clock.move(2000)
    assert.equal(await again, undefined)
  })

  test('W19 an unsolicited answer, or one to another question, is ignored', async () => {
    const { page, visit } = await open('talkative')
    page.send(says('nobody-asked', REPORT))
    const asked = asks(visit)
    const { id } = await hearsWhy(page)
    page.send(says('another-question', { ...REPORT, name: 'wrong' }))
    page.send(says(id, { ...REPORT, name: 'right' }))
    page.send(says(id, { ...REPORT, name: 'too late' }))
    assert.deepEqual(
      rulesIn(await asked).rules.map(({ name }) => name),
      ['right'],
    )
    await page.close()
  })

  test('W19 an invalid or too large answer is refused', async () => {
    const { page, visit } = await open('hostile')
    const asked = asks(visit)
    const { id } = await hearsWhy(page)
    const hostile: object[] = [
      { rules: Array.from({ length: 101 }, () => REPORT), left: 0 },
      { rules: [{ ...REPORT, name: 'x'.repeat(101) }], left: 0 },
      { rules: [{ ...REPORT, state: 'dancing' }], left: 0 },
      { rules: [{ ...REPORT, conditions: Array.from({ length: 21 }, () => REPORT.conditions[0]) }], left: 0 },
      { rules: [{ ...REPORT, conditions: [{ ...REPORT.conditions[0], value: 'x'.repeat(201) }] }], left: 0 },
      { rules: [{ ...REPORT, conditions: [{ ...REPORT.conditions[1], now: -1 }] }], left: 0 },
      { rules: 'none', left: 0 },
      { rules: [], left: 1000 },
    ]
    for (const given of hostile) page.socket.send(JSON.stringify({ t: 'because', of: id, ...given }))
    await page.until(
      () => (page.frames.filter(({ t }) => t === 'refused').length === hostile.length ? true : undefined),
      'refusals',
    )
    await clock.move(2000)
    assert.deepEqual(rulesIn(await asked).rules, [])
    await page.close()
  })

  test('W19 a page without a socket answers too', async () => {
    const session = 'session-of-a-slow-page-1'
    let after = 0
    const post = async (frames: VisitorFrame[], wait = 0): Promise<ServerFrame[]> => {
      const answer = await server.ask(`/widget/${WIDGET_ID}/frames`, {
        method: 'POST',
        body: JSON.stringify({ session, after, wait, frames }),
      })
      const { first, frames: came } = answer.body as unknown as FramesAnswer
      after = first + came.length - 1
      return came
    }
    const url = 'https://shop.test/slow'
    await post([{ t: 'hello', visitor: null, visit: 'visit-slow-0001', url, title: 'Shop' }], 20_000)
    const waiting = post([], 20_000)
    const asked = asks(await handleOf(url))
    const why = (await waiting).find((frame) => frame.t === 'why')
    await post([says(why?.id ?? '', REPORT)])
    assert.deepEqual(rulesIn(await asked).rules, [REPORT])
  })

  test('W19 a page that has disconnected has no rules report', async () => {
    const { page, visit } = await open('gone')
    await page.close()
    assert.equal((await asks(visit)).status, 404)
  })

  test('T18 an agent without access to the channel cannot ask its pages', async () => {
    const carl = await addAgent(server, 'carlrules@shop.test')
    const { page, visit } = await open('unseen')
    const unknown = await asks('nobody'.padEnd(22, '0'), carl)
    const refused = await asks(visit, carl)
    assert.deepEqual([refused.status, refused.text], [404, unknown.text])
    assert.deepEqual(whys(page), [])
    await page.close()
  })
})
