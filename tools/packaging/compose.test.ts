import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { SETTINGS } from '../../packages/server/src/platform/config-table.ts'

const FOLDER = fileURLToPath(new URL('../../packaging/compose/', import.meta.url))
const text = readFileSync(`${FOLDER}compose.yaml`, 'utf8')
const example = readFileSync(`${FOLDER}env.example`, 'utf8')

interface Service {
  image: string
  environment?: Record<string, string>
  read_only?: boolean
  cap_drop?: string[]
  ports?: string[]
  volumes?: string[]
  networks?: string[]
  depends_on?: Record<string, unknown> | string[]
}
interface Compose {
  services: Record<string, Service>
  volumes: Record<string, unknown>
  networks: Record<string, { ipam: { config: { subnet: string }[] } }>
}
const compose = parse(text, { merge: true }) as Compose
const { services } = compose
const desks = Object.entries(services).filter(([, { image }]) => image === 'deskbell')

test('each value that the compose file asks for is in the example, and each of the example is asked for', () => {
  const asked = new Set([...text.matchAll(/\$\{([A-Z0-9_]+)/g)].map(([, name]) => name))
  const given = new Set([...example.matchAll(/^([A-Z0-9_]+)=/gm)].map(([, name]) => name))
  assert.deepEqual(asked, given)
})

test('the processes have settings that exist, and those that several processes need', () => {
  assert.ok(desks.length >= 2)
  const known = new Set<string>(SETTINGS.map(({ name }) => name))
  for (const [, { environment = {} }] of desks) {
    assert.deepEqual(
      Object.keys(environment).filter((name) => !known.has(name)),
      [],
    )
    for (const name of ['DATABASE_URL', 'NATS_URL', 'SECRET_KEY', 'S3_ENDPOINT', 'TRUST_PROXY'])
      assert.ok(environment[name], name)
    assert.equal(environment['TRUST_PROXY'], compose.networks['inside']?.ipam.config[0]?.subnet)
  }
})

test('the processes may not write into the image, have no capability, and only the proxy is reached from outside', () => {
  for (const [, { read_only: isReadOnly, cap_drop: dropped }] of desks)
    assert.deepEqual([isReadOnly, dropped], [true, ['ALL']])
  const open = Object.entries(services).filter(([, { ports }]) => ports)
  assert.deepEqual(
    open.map(([name]) => name),
    ['proxy'],
  )
})

test('what services name of each other is there', () => {
  for (const [name, { depends_on: needs = [], volumes = [], networks = [] }] of Object.entries(services)) {
    for (const other of Array.isArray(needs) ? needs : Object.keys(needs))
      assert.ok(services[other], `${name}: ${other}`)
    for (const volume of volumes.filter((one) => !one.startsWith('.')))
      assert.ok(volume.split(':')[0]! in compose.volumes, `${name}: ${volume}`)
    for (const network of networks) assert.ok(network in compose.networks, `${name}: ${network}`)
  }
  const deskNames = desks.map(([name]) => `${name}:4000`).join(' ')
  assert.equal(services['proxy']?.environment?.['DESKS'], deskNames)
})

const hasCaddy = spawnSync('caddy', ['version']).status === 0
test('the proxy accepts its settings', { skip: hasCaddy ? false : 'caddy is not installed' }, () => {
  const env = {
    ...process.env,
    DESK_HOST: 'desk.example.com',
    FILES_HOST: 'files.example.com',
    DESKS: 'desk-1:4000 desk-2:4000',
  }
  const { status, stderr } = spawnSync(
    'caddy',
    ['validate', '--adapter', 'caddyfile', '--config', `${FOLDER}Caddyfile`],
    {
      env,
      encoding: 'utf8',
    },
  )
  assert.equal(status, 0, stderr)
})
