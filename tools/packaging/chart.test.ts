import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Ajv } from 'ajv'
import { parse, parseAllDocuments } from 'yaml'
import { SETTINGS } from '../../packages/server/src/platform/config-table.ts'

const path = (from: string) => fileURLToPath(new URL(from, import.meta.url))
const CHART = path('../../packaging/helm/deskbell')
/** Where Debian puts the packages of Go. */
const GO_PACKAGES = '/usr/share/gocode'
const hasGo = spawnSync('go', ['version']).status === 0 && existsSync(`${GO_PACKAGES}/src/github.com/Masterminds/sprig`)
const skip = hasGo ? false : 'needs Go and sprig (Debian: golang-go golang-github-masterminds-sprig-dev)'
const BUCKET = { settings: { S3_ENDPOINT: 'https://s3.example.com', S3_BUCKET: 'deskbell' } }

type Manifest = Record<string, unknown> & { kind: string; metadata: { name: string; labels: Record<string, string> } }
interface Container {
  image: string
  env: { name: string; value: string }[]
  ports: { name: string; containerPort: number }[]
  [probe: string]: unknown
}
interface Deployment extends Manifest {
  spec: {
    replicas: number
    selector: { matchLabels: Record<string, string> }
    template: { metadata: { labels: Record<string, string> }; spec: { containers: Container[] } }
  }
}

/** Where the types of each kind are. */
const TYPES: Readonly<Record<string, string>> = {
  Deployment: 'apps/v1',
  Ingress: 'networking/v1',
  NetworkPolicy: 'networking/v1',
  PodDisruptionBudget: 'policy/v1',
  Service: 'core/v1',
}

suite('the chart', { skip }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'deskbell-chart-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  const program = join(folder, 'render')
  if (hasGo)
    execFileSync('go', ['build', '-o', program, path('chart/render.go')], {
      env: { ...process.env, GO111MODULE: 'off', GOPATH: GO_PACKAGES, GOCACHE: join(folder, 'cache'), GOFLAGS: '' },
    })

  function render(values: object): Record<string, string> {
    const release = { Name: 'desk', Namespace: 'support', Service: 'Helm' }
    const input = JSON.stringify({ chart: CHART, values, release })
    return JSON.parse(execFileSync(program, { input, encoding: 'utf8' })) as Record<string, string>
  }
  function manifestsOf(values: object): Manifest[] {
    const { error, 'NOTES.txt': _notes, ...files } = render(values)
    assert.equal(error, undefined)
    return Object.values(files).flatMap((text) =>
      parseAllDocuments(text).flatMap((one) => {
        assert.deepEqual(one.errors, [], text)
        const read = one.toJS() as Manifest | null
        return read ? [read] : []
      }),
    )
  }
  const kindsOf = (values: object) => manifestsOf(values).map(({ kind }) => kind)
  const deploymentOf = (values: object) => manifestsOf(values).find(({ kind }) => kind === 'Deployment') as Deployment
  const containerOf = (values: object) => deploymentOf(values).spec.template.spec.containers[0]!

  test('without a bucket nothing is installed, and Helm says what to set', () => {
    assert.match(render({})['error'] ?? '', /Files need a bucket .* set settings\.S3_ENDPOINT and settings\.S3_BUCKET/)
  })

  test('its manifests have the fields that Kubernetes knows, and those that it needs', () => {
    const all = [
      ...manifestsOf(BUCKET),
      ...manifestsOf({
        ...BUCKET,
        replicas: 1,
        imagePullSecrets: [{ name: 'registry' }],
        podAnnotations: { team: 'support' },
        nodeSelector: { disk: 'fast' },
        tolerations: [{ key: 'chat', operator: 'Exists' }],
        affinity: { nodeAffinity: {} },
        ingress: { className: 'nginx', tlsSecret: '' },
      }),
    ]
    const known = all.filter(({ kind }) => TYPES[kind])
    assert.equal(known.length, all.length)
    const types = path('../../node_modules/kubernetes-types')
    const lines = known.map(
      (one, i) => `export const m${i}: import('${types}/${TYPES[one.kind]}').${one.kind} = ${JSON.stringify(one)}`,
    )
    writeFileSync(join(folder, 'manifests.ts'), `${lines.join('\n')}\n`)
    const compilerOptions = { noEmit: true, strict: true, module: 'esnext', moduleResolution: 'bundler', types: [] }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['manifests.ts'] }))
    const { stdout, status } = spawnSync(path('../../node_modules/.bin/tsc'), ['-p', folder], { encoding: 'utf8' })
    assert.equal(status, 0, stdout)
  })

  test('every selector finds the processes, and every label is a text', () => {
    const all = manifestsOf(BUCKET)
    const { labels } = deploymentOf(BUCKET).spec.template.metadata
    const selectors = all.flatMap(({ spec }) => {
      const { selector, podSelector } = spec as Record<string, { matchLabels?: object } | undefined>
      const found = selector ?? podSelector
      return found ? [found.matchLabels ?? found] : []
    })
    assert.ok(selectors.length >= 4)
    for (const selector of selectors) assert.deepEqual({ ...labels, ...selector }, labels)
    for (const { metadata } of all)
      for (const [name, label] of Object.entries(metadata.labels)) assert.equal(typeof label, 'string', name)
  })

  test('a process has settings that exist, the ports that its services name, and its probes where it answers', () => {
    const container = containerOf(BUCKET)
    const known = new Set<string>(SETTINGS.map(({ name }) => name))
    assert.deepEqual(
      container.env.filter(({ name }) => !known.has(name)),
      [],
    )
    for (const { name, value } of container.env) assert.equal(typeof value, 'string', name)
    const ports = new Set(container.ports.map(({ name }) => name))
    const service = manifestsOf(BUCKET).find(({ kind }) => kind === 'Service')?.['spec'] as {
      ports: { targetPort: string }[]
    }
    for (const { targetPort } of service.ports) assert.ok(ports.has(targetPort), targetPort)
    assert.match(container.image, /^deskbell:\d+\.\d+\.\d+$/)
    assert.equal(containerOf({ ...BUCKET, image: { tag: 'mine' } }).image, 'deskbell:mine')
  })

  test('what is switched off is not installed', () => {
    assert.deepEqual(kindsOf(BUCKET).toSorted(), Object.keys(TYPES).toSorted())
    assert.ok(!kindsOf({ ...BUCKET, replicas: 1 }).includes('PodDisruptionBudget'))
    assert.ok(!kindsOf({ ...BUCKET, ingress: { enabled: false } }).includes('Ingress'))
    assert.ok(!kindsOf({ ...BUCKET, networkPolicy: false }).includes('NetworkPolicy'))
    const monitored = { ...BUCKET, metrics: { serviceMonitor: true } }
    assert.ok(kindsOf(monitored).includes('ServiceMonitor'))
    const quiet = { ...BUCKET, metrics: { enabled: false, serviceMonitor: true } }
    assert.ok(!kindsOf(quiet).includes('ServiceMonitor'))
    assert.ok(!JSON.stringify(manifestsOf(quiet)).includes('metrics'))
  })

  test('the notes name what there is', () => {
    const notes = render({ ...BUCKET, ingress: { host: 'chat.shop.test' } })['NOTES.txt'] ?? ''
    const { name } = deploymentOf(BUCKET).metadata
    assert.match(notes, /https:\/\/chat\.shop\.test/)
    assert.equal(notes.split(`-n support deployment/${name}`).length, 3)
  })
})

test('the values that the chart brings are right by its schema, and a wrong one is refused', () => {
  const schema = JSON.parse(readFileSync(join(CHART, 'values.schema.json'), 'utf8')) as object
  const isRight = new Ajv({ strict: false }).compile(schema)
  const values = parse(readFileSync(join(CHART, 'values.yaml'), 'utf8')) as object
  assert.ok(isRight(values), JSON.stringify(isRight.errors))
  for (const wrong of [{ replicas: 0 }, { replica: 2 }, { settings: { S3_BUCKET: 5 } }, { secret: '' }])
    assert.ok(!isRight({ ...values, ...wrong }), JSON.stringify(wrong))
})
