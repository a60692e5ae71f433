import { CallSettingsChange } from './agent/call-settings.ts'
import { Type, type Static, type TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { NewBot } from './agent/bot.ts'
import { NewWebhook } from './agent/webhook.ts'
import { ChannelKind, ChannelSettings, WidgetChange } from './agent/channel.ts'
import { WorkingHours } from './agent/hours.ts'
import { Role } from './agent/people.ts'
import { KeepDays, MailLogTo, RatingMailAfter, SafeUrl, TimeZone } from './agent/settings.ts'
import { TelegramChange } from './agent/telegram.ts'
import { EMAIL_MAX, NAME_MAX, RATE_LIMITS, URL_MAX, type RateLimitName } from './limits.ts'
import { Nullable, Strict } from './shapes.ts'

const { Optional } = Type

const Name = Type.String({ minLength: 1, maxLength: 100 })
const Email = Type.String({
  minLength: 3,
  maxLength: EMAIL_MAX,
  pattern: '^[^@\\s]+@[^@\\s]+$',
  description: 'an e-mail address',
})
const Emails = Type.Array(Email, { maxItems: 1000, description: 'e-mail addresses of agents' })
const PublicId = Type.String({ pattern: '^[A-Za-z0-9]{10}$', description: '10 characters of A-Z, a-z, 0-9 (A1)' })
const Secret = Type.String({
  pattern: '^whsec_[A-Za-z0-9+/]{32,}={0,2}$',
  maxLength: 128,
  description: 'whsec_ and the base64 of 24 to 64 bytes (A27)',
})
const Link = Type.String({ maxLength: URL_MAX, pattern: '^https?://', description: 'an http or https address' })

export const SetupAgent = Strict({
  email: Email,
  name: Optional(Type.String({ minLength: 1, maxLength: NAME_MAX })),
  password: Optional(Type.String({ minLength: 1, maxLength: 1024 })),
  role: Optional(Role),
  apiToken: Optional(
    Type.String({ minLength: 1, maxLength: 1024, pattern: '^\\S+$', description: 'for Authorization: Bearer' }),
  ),
  workingHours: Optional(Nullable(WorkingHours)),
})
export type SetupAgent = Static<typeof SetupAgent>

export const SetupDepartment = Strict({
  name: Name,
  agents: Optional(Emails),
  workingHours: Optional(Nullable(WorkingHours)),
})

export const SetupChannel = Strict({
  kind: ChannelKind,
  name: ChannelSettings.name,
  publicId: Optional(PublicId),
  random: Optional(
    Type.String({ pattern: '^[A-Za-z0-9]{32}$', description: '32 characters of A-Z, a-z, 0-9: keep them secret (A1)' }),
  ),
  secret: Optional(Secret),
  serverUrl: Optional(ChannelSettings.serverUrl),
  chunked: Optional(ChannelSettings.chunked),
  agents: Optional(Emails),
  enabled: Optional(ChannelSettings.enabled),
  anySuccess: Optional(ChannelSettings.anySuccess),
  strictMedia: Optional(ChannelSettings.strictMedia),
  uniqueMessageIds: Optional(ChannelSettings.uniqueMessageIds),
  verifiedContacts: Optional(ChannelSettings.verifiedContacts),
  botCountsAsOnline: Optional(ChannelSettings.botCountsAsOnline),
  workingHours: Optional(Nullable(WorkingHours)),
  header: Optional(ChannelSettings.header),
  widget: Optional(WidgetChange),
  telegram: Optional(TelegramChange),
})
export type SetupChannel = Static<typeof SetupChannel>

export const SetupBot = Strict({
  ...NewBot.properties,
  channels: Optional(Type.Array(Name, { uniqueItems: true, description: 'names of channels' })),
})
export type SetupBot = Static<typeof SetupBot>

export const SetupWebhook = Strict({ ...NewWebhook.properties, url: Link, secret: Optional(Secret) })
export type SetupWebhook = Static<typeof SetupWebhook>

const LIMITS = Object.keys(RATE_LIMITS) as RateLimitName[]
const PerSecond = Optional(Type.Number({ minimum: 0, description: 'per second; 0 switches it off' }))

export const SetupSettings = Strict({
  safeUrl: Optional(SafeUrl),
  mailLogTo: Optional(MailLogTo),
  keepDays: Optional(KeepDays),
  timeZone: Optional(TimeZone),
  ratingMailAfter: Optional(RatingMailAfter),
  calls: Optional(CallSettingsChange),
  limits: Optional(
    Strict(Object.fromEntries(LIMITS.map((name) => [name, PerSecond])) as Record<RateLimitName, typeof PerSecond>),
  ),
})
export type SetupSettings = Static<typeof SetupSettings>

/** The setup file: all settings of an installation in one JSON file. Settings that it leaves out stay unchanged. */
export const Setup = Strict({
  $schema: Optional(Type.String({ description: 'address of this schema, for editors' })),
  account: Optional(Strict({ name: Name })),
  agents: Optional(Type.Array(SetupAgent)),
  departments: Optional(Type.Array(SetupDepartment)),
  channels: Optional(Type.Array(SetupChannel)),
  bots: Optional(Type.Array(SetupBot)),
  webhooks: Optional(Type.Array(SetupWebhook)),
  settings: Optional(SetupSettings),
})
export type Setup = Static<typeof Setup>

/** The setup file as JSON Schema 2020-12, served at /setup.schema.json. */
export function setupJsonSchema(): Record<string, unknown> {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Deskbell setup file',
    description:
      'Describes an installation of Deskbell. It is applied at every start; applying it again changes nothing.',
    ...(JSON.parse(JSON.stringify(Setup)) as Record<string, unknown>),
  }
}

/** One thing that is wrong with a file: where (a JSON pointer), the rule, and what would be right. */
export interface Problem {
  path: string
  message: string
}

/** The errors of a setup file that its schema finds. Empty: none. */
export function setupProblems(value: unknown): Problem[] {
  const problems = new Map<string, Problem>()
  const put = (path: string, message: string) => {
    if (!problems.has(path)) problems.set(path, { path, message })
  }
  for (const error of Value.Errors(Setup, value)) {
    const params = error.params as Record<string, unknown>
    const at = error.instancePath
    if (error.keyword === 'required') {
      for (const name of params['requiredProperties'] as string[]) put(`${at}/${name}`, 'is missing')
    } else if (error.keyword === 'additionalProperties') {
      const known = knownAt(error.schemaPath)
      for (const name of params['additionalProperties'] as string[])
        put(`${at}/${escape(name)}`, unknownName(name, known))
    }
  }
  for (const error of Value.Errors(Setup, value)) {
    if (error.keyword === 'required' || error.keyword === 'additionalProperties' || error.keyword === 'boolean')
      continue
    put(error.instancePath, toSentence(error.schemaPath, error.message))
  }
  return [...problems.values()]
}

const escape = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1')

function unknownName(name: string, known: string[]): string {
  const near = known.find((other) => distance(name.toLowerCase(), other.toLowerCase()) <= 2)
  return `is not a name of the setup file; ${near ? `did you mean "${near}"?` : `known here: ${known.join(', ')}`}`
}

/** The rule that an error is about, in words. For a union, all accepted types. */
function toSentence(schemaPath: string, message: string): string {
  const schema = schemaAt(schemaPath.replace(/\/anyOf(\/.*)?$/, ''))
  const words = schema ? toWords(schema) : ''
  return words ? `must be ${words}` : message
}

interface Described {
  type?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Described[]
  description?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  maxItems?: number
  pattern?: string
  properties?: Record<string, TSchema>
}

function toWords(schema: Described): string {
  if (schema.anyOf) return schema.anyOf.map(toWords).join(' or ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(' or ')
  const what =
    {
      string: 'a text',
      integer: 'a whole number',
      number: 'a number',
      boolean: 'true or false',
      array: 'a list',
      object: 'an object',
    }[schema.type ?? ''] ??
    schema.type ??
    'something else'
  const rules = [
    schema.minLength && schema.maxLength ? `of ${schema.minLength} to ${schema.maxLength} characters` : '',
    !schema.minLength && schema.maxLength ? `of at most ${schema.maxLength} characters` : '',
    schema.minimum === undefined ? '' : `of at least ${schema.minimum}`,
    schema.maximum === undefined ? '' : `of at most ${schema.maximum}`,
    schema.maxItems === undefined ? '' : `of at most ${schema.maxItems}`,
    schema.description ? `(${schema.description})` : schema.pattern ? `like ${schema.pattern}` : '',
  ]
  return [what, ...rules.filter(Boolean)].join(' ')
}

function schemaAt(schemaPath: string): Described | undefined {
  let at: unknown = Setup
  for (const key of schemaPath.split('/').slice(1)) {
    if (typeof at !== 'object' || at === null) return undefined
    at = (at as Record<string, unknown>)[key.replaceAll('~1', '/').replaceAll('~0', '~')]
  }
  return typeof at === 'object' && at !== null ? (at as Described) : undefined
}

const knownAt = (schemaPath: string) => Object.keys(schemaAt(schemaPath)?.properties ?? {})

/** Levenshtein distance: how many letters must change. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, change))
    }
    row = next
  }
  return row[b.length] ?? 0
}
