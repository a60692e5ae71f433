import { BlockList, isIP } from 'node:net'
import { resolve } from 'node:path'
import { parseAllowed } from './allow-targets.ts'
import type { Name } from './config-table.ts'
import { FILE_LIMITS, type FileLimits } from './file-limits.ts'

/** The oldest Node that runs Deskbell. */
export const NODE_LEAST = 24

/** The operator's settings. Read once; no other code reads the environment. */
export interface Config {
  /** 0 lets the system choose one. */
  port: number
  host: string
  /** The public address, without a trailing slash. */
  publicUrl: string
  /**
   * The origin of visitors' files: another one than the agent application's, so that it has none of its cookies (T9).
   */
  filesUrl: string
  /** An absolute path. */
  dataDir: string
  databaseUrl?: string
  natsUrl?: string
  secretKey?: string
  previousSecretKey?: string
  smtpUrl?: string
  mailFrom?: string
  allowTargets: string[]
  /** Addresses and ranges of trusted proxies; empty: none. */
  trustProxy: string[]
  /** Open sockets and plain pages of the widget per address, and per network (/24, /64); 0: no limit. */
  socketsPerAddress: number
  socketsPerNetwork: number
  /** How many days deliveries and events are kept. */
  logDays: number
  /** Open connections per IPv4 address or IPv6 /64; 0: no limit. */
  connectionsPerAddress: number
  /** Open connections per IPv4 /24 or IPv6 /64; 0: no limit. */
  connectionsPerNetwork: number
  metricsPort?: number
  setupFile?: string
  /** The operator's own geolocation table, an MMDB file; an absolute path. */
  geoipDb?: string
  /** Limits of files. */
  files: FileLimits
  /** Where files are besides the folder of this machine. */
  s3?: S3Config
  /** Of `npm run backup` and `npm run restore`. */
  backupPassphrase?: string
  /** The address of the Bot API, without a trailing slash. */
  telegramApiRoot: string
  media: MediaConfig
  /** Where traces are sent. */
  traces?: TracesConfig
}

/** A receiver of OTLP over HTTP. */
export interface TracesConfig {
  /** Without a trailing slash; traces go to `/v1/traces` behind it. */
  readonly endpoint: string
  readonly headers: Readonly<Record<string, string>>
  /** Of the traces that begin here, the share that is sent: 0 to 1. */
  readonly share: number
}

/** A bucket of a server that speaks the S3 interface. */
export interface S3Config {
  /** Without a trailing slash. */
  readonly endpoint: string
  readonly bucket: string
  /** Of the names of objects; empty, or ends with a slash. */
  readonly prefix: string
  readonly region: string
  readonly accessKey: string
  readonly secretKey: string
  /** New files go to the bucket, and others are read from the folder; false: the other way. */
  readonly first: boolean
}

/** How the sound of calls is carried. */
export interface MediaConfig {
  /** The program of rtpengine. */
  readonly program: string
  /** The address at which it hears; absent: the first one of the machine. */
  readonly address?: string
  /** The address that telephones and browsers are told, where it is another one. */
  readonly advertised?: string
  /** UDP ports. */
  readonly ports: readonly [least: number, most: number]
}

/** Invalid settings; the message is one sentence for the operator. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** Reads the settings. Throws a ConfigError for an invalid setting, or for two that contradict each other. */
export function readConfig(env: Record<string, string | undefined>): Config {
  // Compose files and shells express "not set" as an empty value.
  const text = (name: Name) => env[name]?.trim() || undefined
  const list = (name: Name) => (text(name) ?? '').split(',').flatMap((item) => item.trim() || [])

  const port = toPort('PORT', text('PORT') ?? '4000')
  const publicUrl = toOrigin('PUBLIC_URL', text('PUBLIC_URL') ?? `http://localhost:${port}`)
  const filesUrl = text('FILES_URL')
  const config: Config = {
    port,
    host: text('HOST') ?? '127.0.0.1',
    publicUrl,
    filesUrl: filesUrl ? toOrigin('FILES_URL', filesUrl) : defaultFilesUrl(publicUrl),
    dataDir: resolve(text('DATA_DIR') ?? './data'),
    allowTargets: list('ALLOW_TARGETS'),
    trustProxy: list('TRUST_PROXY'),
    socketsPerAddress: toCount('SOCKETS_PER_ADDRESS', text('SOCKETS_PER_ADDRESS'), 500),
    socketsPerNetwork: toCount('SOCKETS_PER_NETWORK', text('SOCKETS_PER_NETWORK'), 2000),
    logDays: toLogDays(text('LOG_DAYS')),
    files: {
      floor: toBytes('MIN_FREE_DISK', text('MIN_FREE_DISK'), FILE_LIMITS.floor),
      perAddress: toBytes('FILES_PER_ADDRESS', text('FILES_PER_ADDRESS'), FILE_LIMITS.perAddress),
      perNetwork: toBytes('FILES_PER_NETWORK', text('FILES_PER_NETWORK'), FILE_LIMITS.perNetwork),
      perAccount: toBytes('FILES_PER_ACCOUNT', text('FILES_PER_ACCOUNT'), FILE_LIMITS.perAccount),
      atOnce: toCount('UPLOADS_PER_ADDRESS', text('UPLOADS_PER_ADDRESS'), FILE_LIMITS.atOnce),
    },
    telegramApiRoot: toOrigin('TELEGRAM_API_ROOT', text('TELEGRAM_API_ROOT') ?? 'https://api.telegram.org'),
    media: {
      program: text('RTPENGINE') ?? 'rtpengine',
      ...toMediaAddress('MEDIA_ADDRESS', 'address', text('MEDIA_ADDRESS')),
      ...toMediaAddress('MEDIA_ADVERTISED', 'advertised', text('MEDIA_ADVERTISED')),
      ports: toPorts('MEDIA_PORTS', text('MEDIA_PORTS') ?? '30000-31999'),
    },
    connectionsPerAddress: toCount('CONNECTIONS_PER_ADDRESS', text('CONNECTIONS_PER_ADDRESS'), 1000),
    connectionsPerNetwork: toCount('CONNECTIONS_PER_NETWORK', text('CONNECTIONS_PER_NETWORK'), 4000),
  }
  const databaseUrl = text('DATABASE_URL')
  if (databaseUrl) config.databaseUrl = toUrl('DATABASE_URL', databaseUrl, ['postgres:', 'postgresql:'])
  const natsUrl = text('NATS_URL')
  if (natsUrl) config.natsUrl = toUrl('NATS_URL', natsUrl, ['nats:', 'tls:'])
  const smtpUrl = text('SMTP_URL')
  if (smtpUrl) config.smtpUrl = toUrl('SMTP_URL', smtpUrl, ['smtp:', 'smtps:'])
  const mailFrom = text('MAIL_FROM')
  if (mailFrom) config.mailFrom = toAddress('MAIL_FROM', mailFrom)
  const secretKey = text('SECRET_KEY')
  if (secretKey) config.secretKey = toKey('SECRET_KEY', secretKey)
  const previousSecretKey = text('PREVIOUS_SECRET_KEY')
  if (previousSecretKey) config.previousSecretKey = toKey('PREVIOUS_SECRET_KEY', previousSecretKey)
  const backupPassphrase = text('BACKUP_PASSPHRASE')
  if (backupPassphrase) config.backupPassphrase = backupPassphrase
  const metricsPort = text('METRICS_PORT')
  if (metricsPort) config.metricsPort = toPort('METRICS_PORT', metricsPort)
  const traces = toTraces(text)
  if (traces) config.traces = traces
  const s3 = toS3(text)
  if (s3) config.s3 = s3
  const setupFile = text('SETUP_FILE')
  if (setupFile) config.setupFile = resolve(setupFile)
  const geoipDb = text('GEOIP_DB')
  if (geoipDb) config.geoipDb = resolve(geoipDb)

  try {
    parseAllowed(config.allowTargets)
  } catch (error) {
    throw new ConfigError(error instanceof Error ? `${error.message}.` : String(error))
  }
  for (const range of config.trustProxy) {
    if (!isRange(range))
      throw new ConfigError(`TRUST_PROXY: ${range} is neither an address nor a range like 10.0.0.0/8.`)
  }
  refuseContradictions(config)
  return config
}

function refuseContradictions(config: Config): void {
  if (config.natsUrl && !config.databaseUrl) {
    throw new ConfigError(
      'NATS_URL joins several processes, which need one DATABASE_URL: the embedded database serves one process alone.',
    )
  }
  if (config.natsUrl && !config.secretKey) {
    throw new ConfigError(
      'NATS_URL joins several processes, which need one SECRET_KEY: a key generated at the first start is stored in one folder only.',
    )
  }
  if (config.metricsPort && config.metricsPort === config.port) {
    throw new ConfigError('METRICS_PORT must not be PORT: metrics are not for the public.')
  }
  if (config.previousSecretKey && !config.secretKey) {
    throw new ConfigError('PREVIOUS_SECRET_KEY is set without SECRET_KEY: there is no new key to change to.')
  }
  if (config.previousSecretKey && config.previousSecretKey === config.secretKey) {
    throw new ConfigError('PREVIOUS_SECRET_KEY is the same as SECRET_KEY: remove it.')
  }
}

function toTraces(text: (name: Name) => string | undefined): TracesConfig | undefined {
  const endpoint = text('OTEL_EXPORTER_OTLP_ENDPOINT')
  if (!endpoint) return undefined
  const url = toUrl('OTEL_EXPORTER_OTLP_ENDPOINT', endpoint, ['http:', 'https:'])
  const pairs = (text('OTEL_EXPORTER_OTLP_HEADERS') ?? '').split(',').filter((one) => one.trim() !== '')
  const share = Number(text('OTEL_TRACES_SAMPLER_ARG') ?? '1')
  if (!(share >= 0 && share <= 1))
    throw new ConfigError('OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1: the share of traces that is sent.')
  return { endpoint: url.replace(/\/+$/, ''), headers: Object.fromEntries(pairs.map(toHeader)), share }
}

/** `name=value`, whose value is encoded as in a URL. */
function toHeader(pair: string): [name: string, value: string] {
  const [, name, value = ''] = /^\s*([!#$%&'*+.^_`|~\w-]+)\s*=(.*)$/.exec(pair) ?? []
  try {
    if (name !== undefined) return [name, decodeURIComponent(value.trim())]
  } catch {
    // It is refused as a pair without a name is.
  }
  // The value is not repeated: it may be a password.
  throw new ConfigError(
    'OTEL_EXPORTER_OTLP_HEADERS must be like name=value,other=value, with values encoded as in URLs.',
  )
}

/** localhost and 127.0.0.1 reach the same server and share no cookies. */
export function defaultFilesUrl(publicUrl: string): string {
  const url = new URL(publicUrl)
  if (url.hostname !== 'localhost') return publicUrl
  url.hostname = '127.0.0.1'
  return url.origin
}

function toAddress(name: Name, text: string): string {
  if (/^[^\s@<>,;"]+@[^\s@<>,;"]+$/.test(text)) return text
  throw new ConfigError(`${name} is ${text}, which is not a mail address such as desk@example.com.`)
}

function toPort(name: Name, text: string): number {
  const port = Number(text)
  if (/^\d{1,5}$/.test(text) && port <= 65535) return port
  throw new ConfigError(`${name} is ${text}, which is not a port: a number from 0 to 65535.`)
}

const UNITS: Readonly<Record<string, number>> = { '': 0, B: 0, KB: 1, MB: 2, GB: 3, TB: 4 }

function toBytes(name: Name, text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise
  const [, figure, unit = ''] = /^(\d{1,15}(?:\.\d{1,3})?)\s*([KMGT]?B)?$/i.exec(text) ?? []
  const power = UNITS[unit.toUpperCase()]
  if (figure !== undefined && power !== undefined) return Math.round(Number(figure) * 1024 ** power)
  throw new ConfigError(`${name} is ${text}, which is not a size such as 500 MB or 2 GB; 0 disables it.`)
}

function toCount(name: Name, text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new ConfigError(`${name} is ${text}, which is not a whole number such as ${otherwise}; 0 disables the limit.`)
}

/** Events can be sent again for 30 days. */
const LOG_DAYS_LEAST = 30

function toLogDays(text: string | undefined): number {
  if (text === undefined) return LOG_DAYS_LEAST
  if (/^\d{2,4}$/.test(text) && Number(text) >= LOG_DAYS_LEAST) return Number(text)
  throw new ConfigError(`LOG_DAYS is ${text}, which is not a whole number of days from ${LOG_DAYS_LEAST} to 9999.`)
}

function toUrl(name: Name, text: string, protocols: string[]): string {
  if (protocols.includes(URL.parse(text)?.protocol ?? '')) return text
  // The value is not repeated, because it may contain a password.
  throw new ConfigError(`${name} is not an address that begins with ${protocols.map((p) => `${p}//`).join(' or ')}.`)
}

function toOrigin(name: Name, text: string): string {
  const url = new URL(toUrl(name, text, ['https:', 'http:']))
  if (url.username || url.password) throw new ConfigError(`${name} must not contain a user name or a password.`)
  if (url.pathname === '/' && !url.search && !url.hash) return url.origin
  throw new ConfigError(`${name} is ${text}, and must end after the host and port: ${url.origin}.`)
}

function toKey(name: Name, text: string): string {
  if (text.length >= 16) return text
  throw new ConfigError(`${name} has ${text.length} characters, and needs at least 16.`)
}

function isRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const family = isIP(address)
  if (!family || rest.length) return false
  if (bits === undefined) return true
  try {
    new BlockList().addSubnet(address, Number(bits), family === 4 ? 'ipv4' : 'ipv6')
    return /^\d+$/.test(bits)
  } catch {
    return false
  }
}

/** The names of the settings that a bucket needs. */
const S3_NEEDED = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'] as const
const S3_OTHERS = ['S3_PREFIX', 'S3_REGION', 'FILES_IN'] as const

function toS3(text: (name: Name) => string | undefined): S3Config | undefined {
  const given = [...S3_NEEDED, ...S3_OTHERS].filter((name) => text(name) !== undefined)
  if (given.length === 0) return undefined
  const missing = S3_NEEDED.filter((name) => text(name) === undefined)
  if (missing.length > 0) throw new ConfigError(`${given[0]} is set without ${missing.join(' and ')}.`)
  const bucket = text('S3_BUCKET') ?? ''
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
    throw new ConfigError(
      `S3_BUCKET is ${bucket}, which is not the name of a bucket: 3 to 63 small letters, digits, dots and dashes.`,
    )
  const prefix = text('S3_PREFIX') ?? ''
  if (!/^(?:[\w.-]+\/)*$/.test(prefix))
    throw new ConfigError(
      `S3_PREFIX is ${prefix}, which must be letters and digits that end with a slash, such as deskbell/.`,
    )
  const place = text('FILES_IN') ?? 'bucket'
  if (place !== 'bucket' && place !== 'folder')
    throw new ConfigError(`FILES_IN is ${place}, and must be bucket or folder.`)
  return {
    ...{ endpoint: toOrigin('S3_ENDPOINT', text('S3_ENDPOINT') ?? ''), bucket, prefix },
    ...{ region: text('S3_REGION') ?? 'us-east-1', first: place === 'bucket' },
    ...{ accessKey: text('S3_ACCESS_KEY') ?? '', secretKey: text('S3_SECRET_KEY') ?? '' },
  }
}

function toMediaAddress(name: Name, field: 'address' | 'advertised', given: string | undefined) {
  if (given === undefined) return {}
  if (isIP(given) === 0) throw new ConfigError(`${name} must be an IP address, not ${given}.`)
  return { [field]: given }
}

/** A call needs four ports. */
function toPorts(name: Name, given: string): readonly [number, number] {
  const [, least, most] = /^(\d{4,5})-(\d{4,5})$/.exec(given) ?? []
  const ports = [Number(least), Number(most)] as const
  if (ports[0] >= 1024 && ports[1] <= 65_535 && ports[1] - ports[0] >= 7) return ports
  throw new ConfigError(`${name} must be two UDP ports with at least 8 in all, such as 30000-31999, not ${given}.`)
}
