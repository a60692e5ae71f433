import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { ClientFrame } from '@deskbell/protocol/agent/socket'
import { VisitorFrame } from '@deskbell/protocol/widget/frames'
import { Compile } from 'typebox/compile'
import { agentFrames, openTestServer, visitorFrames } from './entry-points.ts'
import { AGENT_FRAME_ROWS, FRAME_ROWS } from './frame-rows.ts'
import { ROUTE_ROWS } from './route-rows.ts'
import { fullRounds, shortRounds } from './rounds.ts'
import type { World } from './surroundings.ts'

const HOW = 'Each needs a row in test/attacks, so that races/attacks.test.ts attacks it; a row without one is to go.'

const WORLD: World = {
  port: 4000,
  metricsPort: 9464,
  link: '/files/1/1/link',
  assets: ['a.js'],
  widgetAssets: ['w.js'],
  secret: 'attacker'.padEnd(32, '0'),
  chat: 1,
  streamToken: 'token',
}

suite('rows of routes', () => {
  let testServer: Awaited<ReturnType<typeof openTestServer>>
  before(async () => void (testServer = await openTestServer()))
  after(() => testServer.close())

  test('every open route has a row in the attacks, and every row a route', async () => {
    assert.deepEqual(Object.keys(ROUTE_ROWS).toSorted(), await testServer.openRoutes(), HOW)
    for (const [name, { like }] of Object.entries(ROUTE_ROWS))
      assert.ok(like === undefined || ROUTE_ROWS[like], `${name} is like ${like}, which has no row`)
  })

  test('the request of each row reaches its route', async () => {
    for (const [name, { requests }] of Object.entries(ROUTE_ROWS)) {
      const met = new Set<string>()
      for (const request of requests(WORLD).slice(0, 3)) met.add(await testServer.routeOf(request))
      assert.ok(met.has(name), `the row ${name} meets ${[...met].join(', ')}`)
    }
  })
})

test('every frame has a row in the attacks, and every row a frame that the wire takes', () => {
  assert.deepEqual(Object.keys(FRAME_ROWS).toSorted(), visitorFrames().toSorted(), HOW)
  assert.deepEqual(Object.keys(AGENT_FRAME_ROWS).toSorted(), agentFrames().toSorted(), HOW)
  for (const [rows, shape] of [
    [FRAME_ROWS, Compile(VisitorFrame)],
    [AGENT_FRAME_ROWS, Compile(ClientFrame)],
  ] as const)
    for (const [name, { make }] of Object.entries(rows)) {
      const frame: unknown = make(1, WORLD)
      assert.ok(shape.Check(frame), `${name}: ${JSON.stringify(shape.Errors(frame))}`)
    }
})

test('rounds have unique titles', () => {
  for (const rounds of [shortRounds(), fullRounds()]) {
    const titles = rounds.map(({ title }) => title)
    assert.deepEqual(titles, [...new Set(titles)])
  }
})
