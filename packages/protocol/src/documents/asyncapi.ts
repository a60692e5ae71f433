import type { TSchema } from 'typebox'
import type { About, Document } from './document.ts'

export interface AsyncApiParts {
  readonly title: string
  readonly description: string
  readonly servers: object
  readonly channels: Readonly<Record<string, AsyncChannel>>
}

export interface AsyncChannel {
  readonly address: string
  readonly description: string
  /** Messages that the client sends to the server, and that the server sends, by name. */
  readonly receives?: Readonly<Record<string, TSchema>>
  readonly sends?: Readonly<Record<string, TSchema>>
  readonly parameters?: object
  readonly bindings?: object
}

/** AsyncAPI 3, from the server's side: it receives the messages of `receive` and sends those of `send`. */
export function asyncApi({ version }: About, { title, description, servers, channels }: AsyncApiParts): Document {
  const operations: Record<string, object> = {}
  const shown: Record<string, object> = {}
  for (const [name, { receives = {}, sends = {}, ...channel }] of Object.entries(channels)) {
    const messages: Record<string, object> = {}
    const refs = { receive: [] as object[], send: [] as object[] }
    for (const [action, all] of [['receive', receives] as const, ['send', sends] as const])
      for (const [message, payload] of Object.entries(all)) {
        const id = `${action === 'receive' ? 'to' : 'from'}_${message}`
        const { description: summary } = payload as { description?: string }
        messages[id] = { name: message, contentType: 'application/json', ...(summary && { summary }), payload }
        refs[action].push({ $ref: `#/channels/${name}/messages/${id}` })
      }
    shown[name] = { ...channel, messages }
    for (const action of ['receive', 'send'] as const)
      if (refs[action].length > 0)
        operations[`${action}_${name}`] = {
          action,
          channel: { $ref: `#/channels/${name}` },
          messages: refs[action],
        }
  }
  return {
    asyncapi: '3.0.0',
    info: { title, version, description },
    defaultContentType: 'application/json',
    servers,
    channels: shown,
    operations,
  }
}

/** The members of a union of frames, by the literal in their field `key`. */
export function framesOf(union: TSchema, key: 't' | 'type' | 'event_name'): Record<string, TSchema> {
  const { anyOf = [] } = union as {
    anyOf?: readonly (TSchema & { properties?: Record<string, { const?: unknown }> })[]
  }
  return Object.fromEntries(
    anyOf.map((frame) => {
      const name = frame.properties?.[key]?.const
      if (typeof name !== 'string') throw new Error(`a frame of the union has no literal ${key}`)
      return [name, frame]
    }),
  )
}

/** `https://desk.example` as AsyncAPI's host and the protocol of a socket. */
export function socketServer(url: string): object {
  const { host, protocol } = new URL(url)
  return { deskbell: { host, protocol: protocol === 'https:' ? 'wss' : 'ws' } }
}
