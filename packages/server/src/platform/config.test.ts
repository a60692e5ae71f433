import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { toConfigurationPage, toEnvExample } from './config-docs.ts'
import { ConfigError, readConfig } from './config.ts'
import { SETTINGS } from './config-table.ts'

const MB = 1024 * 1024
const GB = 1024 * MB
const KEY = 'sixteen letters.'

test('the defaults are those of the documentation', () => {
  assert.deepEqual(readConfig({}), {
    port: 4000,
    host: '127.0.0.1',
    publicUrl: 'http://localhost:4000',
    filesUrl: 'http://127.0.0.1:4000',
    dataDir: `${process.cwd()}/data`,
    allowTargets: [],
    trustProxy: [],
    socketsPerAddress: 500,
    socketsPerNetwork: 2000,
    logDays: 30,
    files: { floor: GB, perAddress: 500 * MB, perNetwork: 2 * GB, perAccount: 0, atOnce: 60 },
    connectionsPerAddress: 1000,
    connectionsPerNetwork: 4000,
    telegramApiRoot: 'https://api.telegram.org',
    media: { program: 'rtpengine', ports: [30_000, 31_999] },
  })
})

test('every setting is read', () => {
  const env = {
    PORT: '8080',
    HOST: '0.0.0.0',
    PUBLIC_URL: 'https://desk.example.com/',
    FILES_URL: 'https://files.example.com',
    DATA_DIR: '/var/lib/deskbell',
    DATABASE_URL: 'postgres://deskbell:pw@db/deskbell',
    NATS_URL: 'nats://bus:4222',
    SECRET_KEY: KEY,
    PREVIOUS_SECRET_KEY: `${KEY}.`,
    SMTP_URL: 'smtp://mail',
    MAIL_FROM: 'desk@shop.test',
    ALLOW_TARGETS: '10.0.0.0/8, 127.0.0.1:5000,shop.test',
    TRUST_PROXY: '10.0.0.1,fd00::/8',
    SOCKETS_PER_ADDRESS: '0',
    SOCKETS_PER_NETWORK: '10000',
    CONNECTIONS_PER_ADDRESS: '500',
    CONNECTIONS_PER_NETWORK: '0',
    METRICS_PORT: '9464',
    SETUP_FILE: '/etc/desk.json',
    GEOIP_DB: '/var/lib/geo.mmdb',
    MIN_FREE_DISK: '0',
    LOG_DAYS: '90',
    TELEGRAM_API_ROOT: 'http://127.0.0.1:8081',
    FILES_PER_ADDRESS: '1.5 GB',
    FILES_PER_NETWORK: '900mb',
    FILES_PER_ACCOUNT: '1048576',
    UPLOADS_PER_ADDRESS: '200',
    S3_ENDPOINT: 'https://s3.example.com',
    S3_BUCKET: 'desk-files',
    S3_PREFIX: 'deskbell/',
    S3_REGION: 'eu-central-1',
    S3_ACCESS_KEY: 'access',
    S3_SECRET_KEY: 'secret',
    FILES_IN: 'folder',
    BACKUP_PASSPHRASE: 'six words that only you know',
    RTPENGINE: '/opt/rtpengine',
    MEDIA_ADDRESS: '10.0.0.5',
    MEDIA_ADVERTISED: '203.0.113.5',
    MEDIA_PORTS: '40000-40999',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic%20abc, x-team = shop',
    OTEL_TRACES_SAMPLER_ARG: '0.25',
  }
  assert.deepEqual(Object.keys(env).toSorted(), SETTINGS.map(({ name }) => name).toSorted())
  assert.deepEqual(readConfig(env), {
    port: 8080,
    host: '0.0.0.0',
    publicUrl: 'https://desk.example.com',
    filesUrl: 'https://files.example.com',
    dataDir: '/var/lib/deskbell',
    databaseUrl: 'postgres://deskbell:pw@db/deskbell',
    natsUrl: 'nats://bus:4222',
    secretKey: KEY,
    previousSecretKey: `${KEY}.`,
    smtpUrl: 'smtp://mail',
    mailFrom: 'desk@shop.test',
    allowTargets: ['10.0.0.0/8', '127.0.0.1:5000', 'shop.test'],
    trustProxy: ['10.0.0.1', 'fd00::/8'],
    socketsPerAddress: 0,
    socketsPerNetwork: 10_000,
    logDays: 90,
    connectionsPerAddress: 500,
    connectionsPerNetwork: 0,
    metricsPort: 9464,
    setupFile: '/etc/desk.json',
    geoipDb: '/var/lib/geo.mmdb',
    files: { floor: 0, perAddress: 1.5 * GB, perNetwork: 900 * MB, perAccount: MB, atOnce: 200 },
    s3: {
      ...{ endpoint: 'https://s3.example.com', bucket: 'desk-files', prefix: 'deskbell/', region: 'eu-central-1' },
      ...{ accessKey: 'access', secretKey: 'secret', first: false },
    },
    backupPassphrase: 'six words that only you know',
    telegramApiRoot: 'http://127.0.0.1:8081',
    media: {
      ...{ program: '/opt/rtpengine', address: '10.0.0.5', advertised: '203.0.113.5' },
      ports: [40_000, 40_999],
    },
    traces: {
      endpoint: 'http://collector:4318',
      headers: { authorization: 'Basic abc', 'x-team': 'shop' },
      share: 0.25,
    },
  })
})

test('T9 files of visitors are served from another origin where there is one', () => {
  const filesUrl = (env: Record<string, string>) => readConfig(env).filesUrl
  assert.equal(filesUrl({ PUBLIC_URL: 'http://localhost:5000' }), 'http://127.0.0.1:5000')
  assert.equal(filesUrl({ PUBLIC_URL: 'https://desk.example.com' }), 'https://desk.example.com')
  assert.equal(filesUrl({ PORT: '81', FILES_URL: 'http://files.localhost:81' }), 'http://files.localhost:81')
})

test('invalid and contradictory settings are refused with a sentence', () => {
  const S3 = { S3_ENDPOINT: 'https://s3.test', S3_BUCKET: 'desk', S3_ACCESS_KEY: 'a', S3_SECRET_KEY: 'b' }
  const database = { DATABASE_URL: 'postgres://db/x' }
  const rows: [Record<string, string>, RegExp][] = [
    [{ PORT: 'http' }, /PORT is http, which is not a port/],
    [{ PORT: '70000' }, /PORT is 70000/],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }, /OTEL_EXPORTER_OTLP_ENDPOINT .*https?:/],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4318', OTEL_EXPORTER_OTLP_HEADERS: 'secret' },
      /OTEL_EXPORTER_OTLP_HEADERS must be like/,
    ],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4318', OTEL_TRACES_SAMPLER_ARG: '2' },
      /OTEL_TRACES_SAMPLER_ARG must be a number/,
    ],
    [{ MEDIA_ADDRESS: 'media.test' }, /MEDIA_ADDRESS must be an IP address/],
    [{ S3_BUCKET: 'desk' }, /S3_BUCKET is set without S3_ENDPOINT and S3_ACCESS_KEY and S3_SECRET_KEY/],
    [{ ...S3, S3_BUCKET: 'Desk' }, /S3_BUCKET is Desk, which is not the name of a bucket/],
    [{ ...S3, S3_PREFIX: 'desk' }, /S3_PREFIX is desk, .* end with a slash/],
    [{ ...S3, FILES_IN: 'cloud' }, /FILES_IN is cloud, and must be bucket or folder/],
    [{ MEDIA_PORTS: '30000' }, /MEDIA_PORTS must be two UDP ports/],
    [{ MEDIA_PORTS: '30000-30003' }, /at least 8/],
    [{ PUBLIC_URL: 'desk.example.com' }, /PUBLIC_URL .*https:\/\/ or http:\/\//],
    [
      { PUBLIC_URL: 'https://desk.example.com/chat' },
      /must end after the host and port: https:\/\/desk\.example\.com\./,
    ],
    [{ PUBLIC_URL: 'https://a:b@desk.example.com' }, /user name/],
    [{ FILES_URL: 'ftp://x' }, /FILES_URL/],
    [{ DATABASE_URL: 'mysql://root:sesame@db' }, /postgres:\/\//],
    [{ SMTP_URL: 'mail.example.com' }, /smtp:\/\//],
    [{ SECRET_KEY: 'short' }, /SECRET_KEY has 5 characters, and needs at least 16/],
    [{ PREVIOUS_SECRET_KEY: KEY }, /without SECRET_KEY/],
    [{ PREVIOUS_SECRET_KEY: KEY, SECRET_KEY: KEY }, /the same as SECRET_KEY/],
    [{ NATS_URL: 'nats://bus' }, /one DATABASE_URL/],
    [{ NATS_URL: 'nats://bus', ...database }, /one SECRET_KEY/],
    [{ METRICS_PORT: '4000' }, /must not be PORT/],
    [{ ALLOW_TARGETS: '10.0.0.0/99' }, /ALLOW_TARGETS: "10\.0\.0\.0\/99"/],
    [{ CONNECTIONS_PER_ADDRESS: '-1' }, /CONNECTIONS_PER_ADDRESS is -1, which is not a whole number/],
    [{ TRUST_PROXY: 'true' }, /TRUST_PROXY: true is neither/],
    [{ TRUST_PROXY: '10.0.0.0/64' }, /TRUST_PROXY/],
    [{ SOCKETS_PER_ADDRESS: '-1' }, /SOCKETS_PER_ADDRESS is -1, which is not a whole number/],
    [{ SOCKETS_PER_NETWORK: 'many' }, /SOCKETS_PER_NETWORK is many.*0 disables/],
    [{ MIN_FREE_DISK: 'much' }, /MIN_FREE_DISK is much, which is not a size such as 500 MB or 2 GB; 0 disables it\./],
    [{ LOG_DAYS: '7' }, /LOG_DAYS is 7, which is not a whole number of days from 30 to 9999/],
    [{ LOG_DAYS: '3 months' }, /LOG_DAYS is 3 months/],
    [{ FILES_PER_ACCOUNT: '-1 GB' }, /FILES_PER_ACCOUNT is -1 GB/],
    [{ UPLOADS_PER_ADDRESS: '1.5' }, /UPLOADS_PER_ADDRESS is 1\.5, which is not a whole number such as 60/],
  ]
  for (const [env, message] of rows) {
    assert.throws(
      () => readConfig(env),
      (error: unknown) => {
        assert.ok(error instanceof ConfigError)
        assert.match(error.message, message)
        assert.equal(error.message.includes('sesame'), false)
        return true
      },
    )
  }
})

test('an empty value counts as not set', () => {
  assert.equal(readConfig({ DATABASE_URL: '', PORT: ' ' }).port, 4000)
})

test('the pages in the repository are up to date', () => {
  const root = new URL('../../../../', import.meta.url)
  assert.equal(readFileSync(new URL('.env.example', root), 'utf8'), toEnvExample())
  assert.equal(readFileSync(new URL('docs/configuration.md', root), 'utf8'), toConfigurationPage())
})
