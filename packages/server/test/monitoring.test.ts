import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { after, before, suite, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { startTestServer, type TestServer } from './test-server.ts'

const read = (name: string) => readFileSync(new URL(`../../../packaging/monitoring/${name}`, import.meta.url), 'utf8')
interface Panel {
  title: string
  targets: { expr: string }[]
  gridPos: { x: number; y: number; w: number; h: number }
}
const { panels } = JSON.parse(read('dashboard.json')) as { panels: Panel[] }
const ALERTS = fileURLToPath(new URL('../../../packaging/monitoring/alerts.yaml', import.meta.url))
const { groups } = parse(readFileSync(ALERTS, 'utf8')) as {
  groups: { rules: { alert: string; expr: string; annotations: { summary: string; description: string } }[] }[]
}
const rules = groups.flatMap((group) => group.rules)
/** Without promtool, the words of Prometheus's own language are told apart by their prefix. */
const METRIC = /\b(?:deskbell|process|nodejs)_\w+/g

suite('the dashboard and the alert rules', () => {
  let server: TestServer
  let names: Set<string>
  before(async () => {
    server = await startTestServer({})
    const metrics = await server.services.metrics.registry.getMetricsAsJSON()
    names = new Set(
      metrics.flatMap(({ name, type }) =>
        String(type) === 'histogram' ? [name, `${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
      ),
    )
  })
  after(() => server.close())

  test('ask for metrics that the server has, and the dashboard for each of its own', () => {
    const asked = [...panels.flatMap(({ targets }) => targets), ...rules].flatMap(
      ({ expr }) => expr.match(METRIC) ?? [],
    )
    assert.deepEqual(
      asked.filter((name) => !names.has(name)),
      [],
    )
    const shown = panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => expr.match(METRIC) ?? [])).join()
    const own = [...names].filter((name) => name.startsWith('deskbell_') && !/_(?:bucket|sum|count)$/.test(name))
    assert.deepEqual(
      own.filter((name) => !shown.includes(name)),
      [],
    )
  })

  test('no panel covers another one', () => {
    for (const [i, { title, gridPos: a }] of panels.entries())
      for (const { title: other, gridPos: b } of panels.slice(i + 1))
        assert.ok(a.x + a.w <= b.x || b.x + b.w <= a.x || a.y + a.h <= b.y || b.y + b.h <= a.y, `${title} and ${other}`)
  })

  test('each rule says what is wrong and what to do', () => {
    for (const { alert, annotations } of rules) assert.ok(annotations.summary && annotations.description, alert)
  })

  const hasTool = spawnSync('promtool', ['--version']).status === 0
  test('promtool accepts the rules', { skip: hasTool ? false : 'promtool is not installed' }, () => {
    const { status, stdout, stderr } = spawnSync('promtool', ['check', 'rules', ALERTS], { encoding: 'utf8' })
    assert.equal(status, 0, stdout + stderr)
  })
})
