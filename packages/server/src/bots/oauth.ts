import type { FastifyInstance, FastifyReply } from 'fastify'
import { bytesOf } from '../platform/http/any-body.ts'
import { ACCESS_LIFETIME } from './access.ts'
import { sendOk } from './answer.ts'
import { authorizationsOf } from './credentials.ts'
import type { BotServices } from './services.ts'
import type { Guesses } from './guesses.ts'
import type { RefusedRequests } from './refused-requests.ts'

type Code = 'invalid_request' | 'invalid_client' | 'unsupported_grant_type' | 'temporarily_unavailable'
type Asked = { clientId: string; secret: string } | { error: Code; description: string }

const HEADERS = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', pragma: 'no-cache' }
const bodyOf = (error: Code, description: string): string => JSON.stringify({ error, error_description: description })

/** Where a provider fetches its access token (B15): the client credentials grant and the errors of RFC 6749. */
export function oauthRoute(
  app: FastifyInstance,
  {
    access,
    guesses,
    refusedRequests,
  }: Pick<BotServices, 'access'> & { guesses: Guesses; refusedRequests: Pick<RefusedRequests, 'noteCredentials'> },
): void {
  app.post('/oauth/token', (request, reply) => {
    const asked = readRequest(bytesOf(request), authorizationsOf(request))
    if ('error' in asked && asked.error === 'invalid_client') return refuseClient(reply, asked.description)
    if ('error' in asked) return refuse(reply, 400, asked.error, asked.description)
    const name = `client ${asked.clientId}`
    const refusal = guesses.refusal(name, request.ip)
    if (refusal)
      return refuse(reply.headers(refusal.headers()), 429, 'temporarily_unavailable', 'too many wrong credentials')
    const token = access.grant(asked.clientId, asked.secret)
    if (token !== undefined) {
      guesses.right(name, request.ip)
      return sendOk(reply.header('pragma', 'no-cache'), {
        access_token: token,
        token_type: 'Bearer',
        expires_in: ACCESS_LIFETIME,
      })
    }
    guesses.wrong(name, request.ip)
    const description = 'no bot has this client id and secret'
    refusedRequests.noteCredentials(asked.clientId, {
      status: 401,
      headers: HEADERS,
      body: bodyOf('invalid_client', description),
    })
    return refuseClient(reply, description)
  })
}

/** B6: a parameter that is sent twice is refused; an unknown one is ignored. */
function readRequest(body: Buffer, headers: readonly string[]): Asked {
  const wrong = (description: string): Asked => ({ error: 'invalid_request', description })
  // RFC 6749, 5.2.
  const unknownClient = (description: string): Asked => ({ error: 'invalid_client', description })
  const form = new URLSearchParams(body.toString('utf8'))
  for (const name of ['grant_type', 'client_id', 'client_secret', 'scope'])
    if (form.getAll(name).length > 1) return wrong(`${name} is present more than once`)
  const grant = form.get('grant_type')
  if (!grant) return wrong('grant_type is missing: send a form with grant_type=client_credentials')
  if (grant !== 'client_credentials')
    return { error: 'unsupported_grant_type', description: 'only client_credentials is supported' }
  const inBody = form.get('client_secret')
  if (headers.length > 1 || (headers.length > 0 && inBody !== null)) return wrong('several credentials are present')
  if (headers.length === 0) {
    const clientId = form.get('client_id')
    if (!clientId || !inBody)
      return unknownClient('client_id and client_secret are missing: send them by HTTP Basic or in the form')
    return { clientId, secret: inBody }
  }
  const basic = readBasic(headers[0] ?? '')
  if (!basic) return unknownClient('the Authorization header is not Basic with client id and secret')
  if (form.has('client_id') && form.get('client_id') !== basic.clientId)
    return wrong('client_id is not that of the Authorization header')
  return basic
}

/** RFC 6749, 2.3.1: both parts are form-encoded. A part that is not valid form encoding is used as it is. */
function readBasic(header: string): { clientId: string; secret: string } | undefined {
  const encoded = /^Basic +([\w+/=-]+) *$/i.exec(header)?.[1]
  const text = encoded === undefined ? '' : Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  if (colon < 1) return undefined
  return { clientId: decode(text.slice(0, colon)), secret: decode(text.slice(colon + 1)) }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

function refuseClient(reply: FastifyReply, description: string): FastifyReply {
  return refuse(reply.header('www-authenticate', 'Basic realm="Deskbell"'), 401, 'invalid_client', description)
}

function refuse(reply: FastifyReply, status: number, error: Code, description: string): FastifyReply {
  return reply.code(status).headers(HEADERS).send(bodyOf(error, description))
}
