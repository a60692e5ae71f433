import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { setupJsonSchema } from '@deskbell/protocol/setup'
import { hashPassword, verifyPassword } from '../../src/platform/crypto.ts'
import { sqlBuilder as k } from '../../src/db/builder.ts'
import type { Db, Tx } from '../../src/db/db.ts'
import { statement } from '../../src/db/statement.ts'
import { applySetup } from '../../src/setup/apply.ts'
import { InvalidSetup, parseSetup } from '../../src/setup/file.ts'
import { signIn } from '../../src/identity/sessions.ts'
import { readToken } from '../../src/identity/tokens.ts'
import { testKinds } from '../db.ts'
import { openTestSettings, type TestSettings } from '../settings/test-settings.ts'

const setHash = statement('test_set_hash', 'update agent set password_hash = $2 where email = $1')
const readHash = statement('test_read_hash', 'select password_hash as hash from agent where email = $1')
const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const SALES_HOURS = {
  timeZone: 'Europe/Berlin',
  days: {
    mon: [
      ['09:00', '12:00'],
      ['13:00', '17:00'],
    ],
  },
  holidays: [{ date: '2026-12-24', name: 'Christmas Eve', ranges: [['09:00', '12:00']] }],
}
const BOB_HOURS = { timeZone: 'Europe/Berlin', days: { fri: [['09:00', '12:00']] } }
const FULL = {
  account: { name: 'Shop' },
  agents: [
    {
      email: 'Ann@shop.test',
      name: 'Ann',
      password: 'ann has a password',
      role: 'owner',
      apiToken: 'ann-token-0123456789',
    },
    {
      ...{ email: 'bob@shop.test', name: 'Bob', password: 'bob has another', role: 'agent' },
      workingHours: BOB_HOURS,
    },
  ],
  departments: [{ name: 'Sales', agents: ['ann@shop.test', 'bob@shop.test'], workingHours: SALES_HOURS }],
  channels: [
    {
      kind: 'api',
      name: 'App',
      serverUrl: 'http://127.0.0.1:9/chat',
      chunked: true,
      agents: ['ann@shop.test'],
      publicId: 'Ab3dEf6hIj',
      random: 'Zk3pQ9sT1vX4yB6cD8eF0gH2jK5mN7pR',
      secret: SECRET,
      anySuccess: true,
      strictMedia: true,
      uniqueMessageIds: true,
      botCountsAsOnline: true,
      enabled: false,
      workingHours: { timeZone: 'Europe/Berlin', days: { mon: [['09:00', '17:00']] } },
      header: { name: 'x-key', value: 'of the integrator' },
    },
    { kind: 'api', name: 'Second' },
  ],
  settings: { safeUrl: ['shop.test'], limits: { statusPerAddress: 0, typingPerSender: 0.5 } },
}

/** The file with one change. */
function changed(path: string, value: unknown): unknown {
  const copy = structuredClone(FULL) as Record<string, unknown>
  const keys = path.split('/').slice(1)
  const last = keys.pop() ?? ''
  let at = copy
  for (const key of keys) at = at[key] as Record<string, unknown>
  at[last] = value
  return copy
}

for (const kind of testKinds()) {
  suite(`setup file, ${kind}`, () => {
    let testSettings: TestSettings
    before(async () => void (testSettings = await openTestSettings(kind)))
    after(() => testSettings.close())

    test('A1 A27 a file is applied, with its address and secret', async () => {
      assert.deepEqual(await testSettings.setUp(FULL), { changed: true, warnings: [] })
      const directory = await testSettings.directory()
      const account = directory.accounts()[0]
      assert.equal(account?.name, 'Shop')
      assert.deepEqual(account.settings.safeUrl, ['shop.test'])
      assert.equal(account.settings.limits.statusPerAddress, 0)
      assert.equal(account.settings.limits.typingPerSender, 0.5)
      assert.equal(account.settings.limits.channelMessagesPerSender, 10)
      const [ann, bob] = directory.agents(account.id)
      assert.equal(ann?.role, 'owner')
      assert.equal(bob?.email, 'bob@shop.test')
      assert.deepEqual(directory.hoursOf(account.id, bob.id), BOB_HOURS)
      assert.deepEqual(directory.departments(account.id)[0]?.workingHours, SALES_HOURS)
      const channel = directory.channelByPublicId('Ab3dEf6hIj')
      assert.ok(channel)
      const { agents, secrets, ...rest } = channel
      assert.deepEqual([...agents], [ann.id])
      assert.deepEqual(secrets, [SECRET])
      assert.deepEqual(
        { ...rest, createdAt: 0, id: 0 },
        {
          accountId: account.id,
          id: 0,
          kind: 'api',
          publicId: 'Ab3dEf6hIj',
          name: 'App',
          random: 'Zk3pQ9sT1vX4yB6cD8eF0gH2jK5mN7pR',
          previousRandom: null,
          previousRandomUntil: null,
          previousSecretUntil: null,
          serverUrl: 'http://127.0.0.1:9/chat',
          header: { name: 'x-key', value: 'of the integrator' },
          chunked: true,
          enabled: false,
          anySuccess: true,
          strictMedia: true,
          uniqueMessageIds: true,
          verifiedContacts: false,
          botCountsAsOnline: true,
          widget: null,
          own: null,
          ownSecret: null,
          workingHours: { timeZone: 'Europe/Berlin', days: { mon: [['09:00', '17:00']] } },
          createdAt: 0,
        },
      )
      assert.equal(directory.channels(account.id).length, 2)
      const signedIn = await signIn(testSettings.services(1), {
        email: 'ann@shop.test',
        password: 'ann has a password',
        address: '192.0.2.1',
      })
      assert.equal(signedIn.agent, ann.id)
      assert.equal((await readToken(testSettings.db, testSettings.clock, 'ann-token-0123456789'))?.agent, ann.id)
    })

    test('a second run makes no change, not even of the revision', async () => {
      const before = [await testSettings.revision(), await dump(testSettings)]
      assert.deepEqual(await testSettings.setUp(FULL), { changed: false, warnings: [] })
      assert.deepEqual([await testSettings.revision(), await dump(testSettings)], before)
    })

    test('passwords are hashed before the transaction, and one that is set meanwhile stays', async () => {
      const { db, settingsContext } = testSettings
      const password = 'bob has a new one'
      const setByBob = await hashPassword('bob chose this himself')
      let began = 0
      /** The store, on which Bob changes the password just before the setup's transaction. */
      const withBob: Db = Object.assign(Object.create(db), {
        async transaction<T>(fn: (tx: Tx) => Promise<T>): Promise<T> {
          began++
          if (began === 1) await db.query(setHash, ['bob@shop.test', setByBob])
          return db.transaction(fn)
        },
      })
      const file = parseSetup(JSON.stringify(changed('/agents/1/password', password)))
      const hashOfBob = async () => (await db.query<{ hash: string }>(readHash, ['bob@shop.test']))[0]?.hash ?? ''
      assert.deepEqual(await applySetup(settingsContext, withBob, file), { changed: false, warnings: [] })
      assert.equal(await hashOfBob(), setByBob)
      // The next start compares with the password that Bob chose.
      assert.deepEqual(await applySetup(settingsContext, withBob, file), { changed: true, warnings: [] })
      assert.equal(await verifyPassword(await hashOfBob(), password), true)
      await testSettings.setUp(FULL)
    })

    test('C13 hosts are normalized, and a file with another spelling changes nothing', async () => {
      await testSettings.setUp(FULL)
      const file = changed('/settings/safeUrl', ['Shop.TEST', 'shop.test.']) as typeof FULL
      assert.deepEqual(await testSettings.setUp(file), { changed: false, warnings: [] })
      assert.deepEqual((await testSettings.directory()).accounts()[0]?.settings.safeUrl, ['shop.test'])
    })

    test('settings that the file leaves out are not changed', async () => {
      const before = await dump(testSettings)
      assert.equal((await testSettings.setUp({})).changed, false)
      assert.equal((await testSettings.setUp({ agents: [{ email: 'bob@shop.test' }] })).changed, false)
      assert.equal((await testSettings.setUp({ channels: [{ kind: 'api', name: 'App' }] })).changed, false)
      assert.deepEqual(await dump(testSettings), before)
    })

    test('each setting in the file is changed', async () => {
      const rows: [string, unknown][] = [
        ['/account/name', 'Store'],
        ['/agents/1/name', 'Robert'],
        ['/agents/1/role', 'admin'],
        ['/agents/1/password', 'a new one for bob'],
        ['/agents/0/apiToken', 'ann-token-abcdefghij'],
        ['/departments/0/agents', ['bob@shop.test']],
        ['/channels/0/name', 'Application'],
        ['/channels/0/serverUrl', null],
        ['/channels/0/chunked', false],
        ['/channels/0/agents', ['bob@shop.test', 'ann@shop.test']],
        ['/channels/0/random', 'Ak3pQ9sT1vX4yB6cD8eF0gH2jK5mN7pR'],
        ['/channels/0/secret', `whsec_${Buffer.alloc(32, 8).toString('base64')}`],
        ['/channels/0/workingHours', null],
        ['/departments/0/workingHours', null],
        ['/departments/0/workingHours', { ...SALES_HOURS, timeZone: 'Asia/Tokyo' }],
        ['/agents/1/workingHours', SALES_HOURS],
        ['/channels/0/header', { name: 'x-key', value: 'another' }],
        ['/channels/0/enabled', true],
        ['/settings/safeUrl', []],
        ['/settings/limits/typingPerSender', 0],
      ]
      for (const [path, value] of rows) {
        assert.equal((await testSettings.setUp(changed(path, value))).changed, true, path)
        assert.equal((await testSettings.setUp(changed(path, value))).changed, false, `${path}, again`)
        assert.equal((await testSettings.setUp(FULL)).changed, true, `${path}, back`)
      }
      const bob = await passwordOf(testSettings, 'bob@shop.test')
      assert.equal(await verifyPassword(bob, 'bob has another'), true)
      assert.equal(await readToken(testSettings.db, testSettings.clock, 'ann-token-abcdefghij'), undefined)
    })

    test('A1 A27 an address and a secret that the file changes still work for 24 hours', async () => {
      const random = 'Bk3pQ9sT1vX4yB6cD8eF0gH2jK5mN7pR'
      const secret = `whsec_${Buffer.alloc(32, 9).toString('base64')}`
      const file = structuredClone(FULL)
      Object.assign(file.channels[0] ?? {}, { random, secret })
      await testSettings.setUp(file)
      const channel = (await testSettings.directory()).channelByPublicId('Ab3dEf6hIj')
      assert.equal(channel?.random, random)
      assert.equal(channel.previousRandom, 'Zk3pQ9sT1vX4yB6cD8eF0gH2jK5mN7pR')
      assert.equal(channel.previousRandomUntil, testSettings.clock.now() + 24 * 3_600_000)
      assert.deepEqual(channel.secrets, [secret, SECRET])
      await testSettings.clock.move(24 * 3_600_000)
      assert.deepEqual(channel.secrets, [secret])
      await testSettings.setUp(FULL)
    })

    test('an invalid file is refused with the path, and no part of it is applied', async () => {
      const before = await dump(testSettings)
      const rows: [string, unknown, string, RegExp][] = [
        ['/channels/0/agents', ['ann@shop.test', 'eve@shop.test'], '/channels/0/agents/1', /eve@shop\.test/],
        ['/departments/0/agents', ['eve@shop.test'], '/departments/0/agents/0', /eve@shop\.test/],
        ['/channels/0/serverUrl', 'http://169.254.169.254/x', '/channels/0/serverUrl', /169\.254\.169\.254 is/],
        ['/channels/0/serverUrl', 'javascript:alert(1)', '/channels/0/serverUrl', /http/],
        [
          '/channels/0/workingHours/timeZone',
          'Mars/Olympus',
          '/channels/0/workingHours/timeZone',
          /is not a time zone/,
        ],
        ['/departments/0/workingHours/timeZone', 'Mars/Olympus', '/departments/0/workingHours/timeZone', /time zone/],
        [
          '/agents/1/workingHours',
          { ...SALES_HOURS, days: { mon: [['17:00', '09:00']], x: [] } },
          '/agents/1/workingHours/days/x',
          /./,
        ],
        ['/channels/0/header', { name: 'Host', value: 'x' }, '/channels/0/header', /Host/],
        ['/channels/0/publicId', 'Xb3dEf6hIj', '/channels/0/publicId', /Ab3dEf6hIj/],
        [
          '/settings/safeUrl',
          ['shop.test', 'https://shop.test'],
          '/settings/safeUrl/1',
          /"https:\/\/shop\.test" is not a host/,
        ],
        ['/agents/0/role', 'admin', '/agents/0', /needs an owner/],
        ['/agents/1/apiToken', 'ann-token-0123456789', '/agents/1/apiToken', /same as|another agent/],
      ]
      for (const [path, value, at, message] of rows) {
        const file = changed(path, value) as typeof FULL
        file.account.name = 'Not this'
        await assert.rejects(testSettings.setUp(file), (error: Error & { path?: string }) => {
          assert.equal(error.path, at)
          assert.match(error.message, message)
          assert.ok(error.message.startsWith(`${at}: `), error.message)
          return true
        })
      }
      assert.deepEqual(await dump(testSettings), before)
    })

    test('a file can name another owner', async () => {
      const file = structuredClone(FULL)
      for (const agent of file.agents) agent.role = agent.name === 'Bob' ? 'owner' : 'agent'
      assert.equal((await testSettings.setUp(file)).changed, true)
      await testSettings.setUp(FULL)
    })

    test('the server warns about a guessable password and a missing owner', async () => {
      const other = await openTestSettings(kind)
      try {
        const { warnings } = await other.setUp({ agents: [{ email: 'a@b', password: 'short', apiToken: 'tok' }] })
        assert.deepEqual(
          warnings.map((warning) => /^\S+/.exec(warning)?.[0]),
          ['/agents/0/password:', '/agents/0/apiToken:', 'No'],
        )
      } finally {
        await other.close()
      }
    })
  })
}

test('an error in the file names the path, the rule, and what is allowed', () => {
  const rows: [string, unknown, string, RegExp][] = [
    ['/channels/0/chunkd', true, '/channels/0/chunkd', /did you mean "chunked"\?/],
    ['/colour', 'red', '/colour', /known here: .*account.*settings/],
    ['/agents/0', { name: 'Ann' }, '/agents/0/email', /is missing/],
    ['/agents/0/role', 'boss', '/agents/0/role', /"owner" or "admin" or "agent"/],
    ['/agents/0/email', 'ann', '/agents/0/email', /e-mail address/],
    ['/agents/1/email', 'ANN@shop.test', '/agents/1/email', /same as \/agents\/0\/email/],
    ['/channels/0/random', 'short', '/channels/0/random', /32 characters/],
    ['/channels/0/publicId', 'Ab3', '/channels/0/publicId', /10 characters/],
    ['/channels/0/secret', 'whsec_AAAA', '/channels/0/secret', /24 to 64 bytes/],
    ['/channels/0/chunked', 'yes', '/channels/0/chunked', /true or false/],
    ['/channels/1/name', 'App', '/channels/1/name', /same as \/channels\/0\/name/],
    ['/channels/1/kind', 'web', '/channels/1/kind', /"api" or "widget" or "telegram"/],
    ['/channels/1/widget', { colour: 'red' }, '/channels/1/widget/colour', /must be/],
    ['/settings/limits/statusPerAddress', -1, '/settings/limits/statusPerAddress', /at least 0/],
    ['/settings/limits/statusPerAdress', 1, '/settings/limits/statusPerAdress', /did you mean "statusPerAddress"\?/],
    ['/account', 'Shop', '/account', /an object/],
    ['/bots', [{ name: 'H', providerId: 'h', providerUrl: 'https://b.test/' }], '/bots/0/token', /is missing/],
    [
      '/bots',
      [{ name: 'H', providerId: 'a/b', providerUrl: 'https://b.test/', token: 'a-provider-token' }],
      '/bots/0/providerId',
      /part of the address/,
    ],
    ['/webhooks', [{ url: 'https://crm.test/hook', events: ['chat_begun'] }], '/webhooks/0/events/0', /./],
  ]
  for (const [path, value, at, message] of rows) {
    assert.throws(
      () => parseSetup(JSON.stringify(changed(path, value))),
      (error: unknown) => {
        assert.ok(error instanceof InvalidSetup)
        const problem = error.problems.find((one) => one.path === at)
        assert.ok(problem, `${at} in ${error.message}`)
        assert.match(problem.message, message)
        return true
      },
    )
  }
  assert.throws(() => parseSetup('{"account":'), /the file: is not JSON: Unexpected end/)
  assert.throws(() => parseSetup('{"password": sesame}'), { message: "the file: is not JSON: Unexpected token 's'" })
  assert.throws(() => parseSetup('[]'), /the file: must be an object/)
})

test('the schema of the file is JSON Schema 2020-12 and names every part', () => {
  const schema = setupJsonSchema()
  assert.equal(schema['$schema'], 'https://json-schema.org/draft/2020-12/schema')
  assert.deepEqual(Object.keys(schema['properties'] as object), [
    '$schema',
    'account',
    'agents',
    'departments',
    'channels',
    'bots',
    'webhooks',
    'settings',
  ])
})

/** The rows of all settings. */
async function dump({ db }: TestSettings): Promise<unknown> {
  const tables = [
    'account',
    'agent',
    'api_token',
    'department',
    'department_agent',
    'channel',
    'channel_agent',
  ] as const
  const dumped: Record<string, unknown> = {}
  for (const table of tables)
    dumped[table] = (await db.run(k.selectFrom(table).selectAll())).map((row) => JSON.stringify(row)).toSorted()
  return dumped
}

async function passwordOf({ db }: TestSettings, email: string): Promise<string> {
  const [row] = await db.run(k.selectFrom('agent').select('password_hash').where('email', '=', email))
  return row?.password_hash ?? ''
}
