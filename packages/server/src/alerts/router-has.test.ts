import assert from 'node:assert/strict'
import { test } from 'node:test'
import { opened } from '@deskbell/rules'
import { routerHas } from './router-has.ts'
import type { DueAlert } from './statements.ts'

const T = 1_790_000_000_000
const alert = (more: Partial<DueAlert>) => ({ routed: true, created_at: T, state: opened(T), ...more }) as DueAlert
const ann = { id: 1, name: 'Ann' }

test('N1 agents are told that a visitor waits when the router had two seconds to offer the chat and did not', () => {
  assert.equal(routerHas(alert({}), T), T + 2000)
  assert.equal(routerHas(alert({}), T + 2000), undefined)
  assert.equal(routerHas(alert({ routed: false }), T), undefined)
})

test('N1 while the router offers a chat no other agent is told, and it is looked again before the offer ends', () => {
  const offered = (until: number, by?: typeof ann) =>
    alert({ state: { ...opened(T), offer: { n: 2, to: ann, until, ...(by && { by }) } } })
  assert.equal(routerHas(offered(T + 9000), T + 5000), T + 9000)
  assert.equal(routerHas(offered(T + 60_000), T + 5000), T + 20_000)
  assert.equal(routerHas(offered(T + 5000), T + 5000), T + 6000)
  assert.equal(routerHas(offered(T + 60_000, ann), T + 5000), undefined)
})
