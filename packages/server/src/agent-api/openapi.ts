import * as archive from '@deskbell/protocol/agent/archive'
import * as bot from '@deskbell/protocol/agent/bot'
import * as channel from '@deskbell/protocol/agent/channel'
import * as chat from '@deskbell/protocol/agent/chat'
import * as department from '@deskbell/protocol/agent/department'
import * as earlier from '@deskbell/protocol/agent/earlier'
import * as fieldReason from '@deskbell/protocol/agent/field-reason'
import * as entry from '@deskbell/protocol/agent/entry'
import * as offline from '@deskbell/protocol/agent/offline'
import * as people from '@deskbell/protocol/agent/people'
import * as settings from '@deskbell/protocol/agent/settings'
import * as socket from '@deskbell/protocol/agent/socket'
import * as telegram from '@deskbell/protocol/agent/telegram'
import * as visitorErased from '@deskbell/protocol/agent/visitor-erased'
import * as visitorRules from '@deskbell/protocol/agent/visitor-rules'
import * as webhook from '@deskbell/protocol/agent/webhook'
import { API_PREFIX, type Form, type Route } from '@deskbell/protocol/agent/routes/route'

/** The part of a JSON Schema that the document uses. */
export interface Shape {
  readonly type?: string
  readonly description?: string
  readonly properties?: Readonly<Record<string, Shape>>
  readonly required?: readonly string[]
  readonly anyOf?: readonly Shape[]
  readonly items?: Shape
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly $ref?: string
  readonly [more: string]: unknown
}

interface Response {
  readonly description: string
  readonly content?: Readonly<Record<string, { readonly schema: Shape }>>
}

export interface Operation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description?: string
  readonly security?: readonly object[]
  readonly parameters: readonly { name: string; in: string; required: boolean; description?: string; schema: Shape }[]
  readonly requestBody?: { required: boolean; content: Readonly<Record<string, { schema: Shape }>> }
  readonly responses: Readonly<Record<string, Response>>
  readonly [more: `x-${string}`]: unknown
}

export interface OpenApi {
  readonly openapi: string
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly servers: readonly { readonly url: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Shape>>; readonly securitySchemes: object }
}

const INTRO = `The API that the agent application uses, for your own programs.

Sign in with an API token: \`Authorization: Bearer <token>\`. Tokens are made in the application, with \`POST /api/me/tokens\` by a session whose password was given within 10 minutes, or by the setup file. A token makes no token, sets no password and raises no role. A browser uses the cookie that \`POST /api/session\` sets; requests that change something then need the \`Origin\` of this installation.

Bodies are JSON objects in UTF-8 of at most 64 KiB; unknown fields are refused. Times are milliseconds since the epoch. A refusal is \`{"error":{"code","message","field"}}\`: the code is for programs, the message for people, \`field\` is a JSON pointer. For a refused field, \`why\` names the reason for programs, if there is a code for it. 429 and 503 have \`Retry-After\`, the seconds to wait.`

const SOCKET = `A WebSocket. Send and receive JSON objects, one a frame. The first frame is \`welcome\`; then \`chat\`, \`typing\`, \`presence\`, \`seen\` and \`stale\` come unasked for all that you may see. \`follow\` asks for the entries of one chat past \`after\`: they come as \`entries\`, in order and without a gap, and go on with what happens next. After a reconnect, fetch the inbox anew and \`follow\` again from the last entry that you have.

The server pings every 10 seconds and ends a connection that is silent for 25. At most 30 frames a second, 64 KiB each, 50 followed chats. Close codes: 4001 signed out; 4002 connect again and resume. An agent with a connection is online unless the switch says away.`

/** Named schemas, by the schema object. The document refers to them wherever they are used. */
const named = new Map<unknown, string>(
  [
    chat,
    earlier,
    archive,
    offline,
    visitorRules,
    telegram,
    visitorErased,
    entry,
    people,
    department,
    channel,
    bot,
    webhook,
    settings,
    socket,
    fieldReason,
  ].flatMap((module) =>
    Object.entries(module)
      .filter(([, shape]) => isNamed(shape))
      .map(([name, shape]): [unknown, string] => [shape, name]),
  ),
)
// An optional field is a copy of its schema, so it is registered as well.
named.set(fieldReason.ErrorBody.properties.error.properties.why, 'FieldReason')

function isNamed(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const { type, anyOf } = value as Shape
  return type === 'object' || Array.isArray(anyOf)
}

/** The OpenAPI document, built from the declarations that requests are checked by. */
export function toOpenApi(routes: readonly Route[], { version, url }: { version: string; url: string }): OpenApi {
  const paths: Record<string, Record<string, Operation>> = {}
  for (const route of routes) {
    const path = API_PREFIX + route.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: toOperation(route) }
  }
  paths[`${API_PREFIX}/socket`] = { get: socketOperation() }
  return {
    openapi: '3.1.0',
    info: { title: 'Deskbell agent API', version, description: INTRO },
    servers: [{ url }],
    paths,
    components: {
      schemas: Object.fromEntries([...named].map(([shape, name]) => [name, toShape(shape, true)])),
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'an API token' },
        cookie: { type: 'apiKey', in: 'cookie', name: 'deskbell', description: 'set by signing in' },
      },
    },
  }
}

function toOperation(route: Route): Operation {
  const { method, path, tag, summary, description, may, params, query, headers, answers } = route
  const requestBody = toBody(route)
  return {
    operationId:
      method.toLowerCase() +
      (API_PREFIX + path).replaceAll(/[/:.-]+(\w)(\w*)/g, (_, a: string, b: string) => a.toUpperCase() + b),
    tags: [tag],
    summary,
    ...(description !== undefined && { description }),
    ...(may === 'open' && { security: [] }),
    parameters: [...toParameters(params, 'path'), ...toParameters(query, 'query'), ...toParameters(headers, 'header')],
    ...(requestBody && { requestBody }),
    responses: {
      ...Object.fromEntries(Object.entries(answers).map(([status, answer]) => [status, toResponse(answer)])),
      '4XX': { description: 'Refused', content: { 'application/json': { schema: toShape(fieldReason.ErrorBody) } } },
      503: {
        description: 'Not now; try again',
        content: { 'application/json': { schema: toShape(fieldReason.ErrorBody) } },
      },
    },
  }
}

function toBody({ body, form }: Route): Operation['requestBody'] {
  if (form) return { required: true, content: { 'multipart/form-data': { schema: formShape(form) } } }
  return body && { required: isRequired(body), content: { 'application/json': { schema: toShape(body) } } }
}

function toResponse(answer: Route['answers'][number] | undefined): Response {
  if (!answer) return { description: 'Done' }
  if ('mediaType' in answer)
    return { description: answer.description, content: { [answer.mediaType]: { schema: { type: 'string' } } } }
  return { description: 'Done', content: { 'application/json': { schema: toShape(answer) } } }
}

const isRequired = (body: unknown): boolean => ((body as Shape | undefined)?.required ?? []).length > 0

function toParameters(schema: unknown, place: 'path' | 'query' | 'header') {
  const { properties = {}, required = [] } = (schema ?? {}) as Shape
  return Object.entries(properties).map(([name, shape]) => ({
    name,
    in: place,
    required: required.includes(name),
    ...(shape.description !== undefined && { description: shape.description }),
    schema: toShape(shape),
  }))
}

function formShape({ text }: Form): Shape {
  const file = { type: 'string', contentMediaType: 'application/octet-stream', description: 'at most 25 MB' }
  return {
    type: 'object',
    required: ['file'],
    properties: { file, ...(text && { text: { type: 'string', description: 'a caption' } }) },
  }
}

function socketOperation(): Operation {
  return {
    operationId: 'getApiSocket',
    tags: ['Live connection'],
    summary: 'Connect',
    description: SOCKET,
    parameters: [],
    responses: { 101: { description: 'Connected' }, '4XX': { description: 'Refused' } },
    'x-frames': { client: toShape(socket.ClientFrame), server: toShape(socket.ServerFrame) },
  }
}

/** A copy in which named schemas are references. `whole` copies this schema itself, even if it is named. */
function toShape(schema: unknown, whole = false): Shape {
  const name = named.get(schema)
  if (name !== undefined && !whole) return { $ref: `#/components/schemas/${name}` }
  return copy(schema) as Shape
}

function copy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => (isPlain(item) ? item : toShape(item)))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, isPlain(inner) ? inner : toShape(inner)]))
}

const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null
