import type { TSchema } from 'typebox'
import * as alerts from '../agent/alerts.ts'
import * as archive from '../agent/archive.ts'
import * as bot from '../agent/bot.ts'
import * as canned from '../agent/canned.ts'
import * as checklist from '../agent/checklist.ts'
import * as channel from '../agent/channel.ts'
import * as chat from '../agent/chat.ts'
import * as chatBodies from '../agent/chat-bodies.ts'
import * as contact from '../agent/contact.ts'
import * as macro from '../agent/macro.ts'
import * as department from '../agent/department.ts'
import * as earlier from '../agent/earlier.ts'
import * as entry from '../agent/entry.ts'
import * as fieldReason from '../agent/field-reason.ts'
import * as hours from '../agent/hours.ts'
import * as media from '../agent/media.ts'
import * as invitation from '../agent/invitation.ts'
import * as offline from '../agent/offline.ts'
import * as people from '../agent/people.ts'
import { API_PREFIX, type Form, type Route } from '../agent/routes/route.ts'
import * as liveView from '../agent/live.ts'
import * as routing from '../agent/routing.ts'
import * as routingReplay from '../agent/routing-replay.ts'
import * as savedView from '../agent/saved-view.ts'
import * as search from '../agent/search.ts'
import * as settings from '../agent/settings.ts'
import * as socket from '../agent/socket.ts'
import * as tag from '../agent/tag.ts'
import * as call from '../agent/call.ts'
import * as callSettings from '../agent/call-settings.ts'
import * as callTest from '../agent/call-test.ts'
import * as callProvider from '../agent/call-provider.ts'
import * as callTrunk from '../agent/call-trunk.ts'
import * as task from '../agent/task.ts'
import * as telegram from '../agent/telegram.ts'
import * as visitorErased from '../agent/visitor-erased.ts'
import * as visitorRules from '../agent/visitor-rules.ts'
import * as webhook from '../agent/webhook.ts'
import type { About } from './document.ts'
import {
  jsonAnswer,
  jsonBody,
  openApi,
  parametersOf,
  type Answer,
  type Body,
  type OpenApi,
  type Operation,
  type Parameter,
  type Shape,
} from './openapi.ts'

interface AgentOperation extends Operation {
  readonly tags: readonly string[]
  readonly parameters: readonly Parameter[]
}

/** Each path has its operations by their method. */
export type AgentApi = OpenApi<Readonly<Record<string, Readonly<Record<string, AgentOperation>>>>>

const INTRO = `The API that the agent application uses, for your own programs.

Sign in with an API token: \`Authorization: Bearer <token>\`. Agents create tokens in the application, or with \`POST /api/me/tokens\` in a session whose password was confirmed within the last 10 minutes; the setup file can contain tokens as well. An API token cannot create tokens, set passwords or raise roles. A browser uses the cookie that \`POST /api/session\` sets; requests with the cookie that change data need the \`Origin\` of this installation.

Bodies are JSON objects in UTF-8 of at most 64 KiB; unknown fields are refused. Times are milliseconds since the epoch. A refusal is \`{"error":{"code","message","field"}}\`: the code is for programs, the message for developers, \`field\` is a JSON pointer. For a refused field, \`why\` is the reason for programs, if there is a code for it. Answers with 429 and 503 have \`Retry-After\`, the seconds to wait.`

const SOCKET = `A WebSocket. Each frame is one JSON object. The first frame is \`welcome\`; after it, the server sends \`chat\`, \`typing\`, \`presence\`, \`seen\` and \`stale\` for all chats that you may see, and \`call\` for calls. \`follow\` asks for the entries of one chat after \`after\`: the server sends them as \`entries\`, in order and without gaps, and continues with new entries. After a reconnect, fetch the inbox anew and \`follow\` again from the last entry that you have.

The server pings every 10 seconds and closes a connection that is silent for 25 seconds. Limits: 30 frames a second, 64 KiB each, 50 followed chats. Close codes: 4001: signed out; 4002: connect again and resume. An agent with a connection is online unless their status is \`away\`.`

/** The schemas that have a name in the document. */
const named = new Map<unknown, string>(
  [
    chat,
    chatBodies,
    contact,
    earlier,
    alerts,
    archive,
    offline,
    visitorRules,
    telegram,
    visitorErased,
    entry,
    media,
    people,
    canned,
    checklist,
    macro,
    department,
    invitation,
    tag,
    task,
    call,
    callSettings,
    callTest,
    callProvider,
    callTrunk,
    channel,
    bot,
    webhook,
    liveView,
    hours,
    routing,
    routingReplay,
    savedView,
    search,
    settings,
    socket,
    fieldReason,
  ].flatMap((module) =>
    Object.entries(module)
      .filter(([, shape]) => isNamed(shape))
      .map(([name, shape]): [unknown, string] => [shape, name]),
  ),
)
// An optional field has a copy of its schema, so the copy is registered as well.
named.set(fieldReason.ErrorBody.properties.error.properties.why, 'FieldReason')

function isNamed(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const { type, anyOf } = value as Shape
  return type === 'object' || Array.isArray(anyOf)
}

/** The agent API, described by the routes that requests are checked by. */
export function agentApiDocument(routes: readonly Route[], about: About): AgentApi {
  const paths: Record<string, Record<string, AgentOperation>> = {}
  for (const route of routes) {
    const path = API_PREFIX + route.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: toOperation(route) }
  }
  paths[`${API_PREFIX}/socket`] = { get: SOCKET_OPERATION }
  return openApi(about, {
    title: 'Deskbell agent API',
    description: INTRO,
    paths,
    named,
    securitySchemes: {
      token: { type: 'http', scheme: 'bearer', description: 'an API token' },
      cookie: { type: 'apiKey', in: 'cookie', name: 'deskbell', description: 'set by signing in' },
    },
  })
}

function toOperation(route: Route): AgentOperation {
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
    parameters: [...parametersOf(params, 'path'), ...parametersOf(query, 'query'), ...parametersOf(headers, 'header')],
    ...(requestBody && { requestBody }),
    responses: {
      ...Object.fromEntries(Object.entries(answers).map(([status, answer]) => [status, toAnswer(answer)])),
      '4XX': jsonAnswer('Refused', fieldReason.ErrorBody),
      503: jsonAnswer('Not now; try again', fieldReason.ErrorBody),
    },
  }
}

function toBody({ body, form }: Route): Body | undefined {
  if (form) return { required: true, content: { 'multipart/form-data': { schema: formShape(form) } } }
  return body && jsonBody(body, hasRequiredFields(body))
}

function toAnswer(answer: Route['answers'][number] | undefined): Answer {
  if (!answer) return { description: 'Done' }
  if ('mediaType' in answer)
    return { description: answer.description, content: { [answer.mediaType]: { schema: { type: 'string' } } } }
  return jsonAnswer('Done', answer)
}

const hasRequiredFields = (body: TSchema): boolean => ((body as Shape).required ?? []).length > 0

function formShape({ text }: Form): Shape {
  const file = { type: 'string', contentMediaType: 'application/octet-stream', description: 'at most 25 MB' }
  return {
    type: 'object',
    required: ['file'],
    properties: { file, ...(text && { text: { type: 'string', description: 'a caption' } }) },
  }
}

const SOCKET_OPERATION: AgentOperation = {
  operationId: 'getApiSocket',
  tags: ['Live connection'],
  summary: 'Connect',
  description: SOCKET,
  parameters: [],
  responses: { 101: { description: 'Connected' }, '4XX': { description: 'Refused' } },
  'x-frames': { client: socket.ClientFrame, server: socket.ServerFrame },
}
