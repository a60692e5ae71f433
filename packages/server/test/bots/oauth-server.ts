import type { Clock } from '../../src/platform/clock.ts'
import { startIntegratorServer, type Received } from '../integrator-server.ts'

export interface Client {
  id: string
  secret: string
}

/** The error codes of RFC 6749 for a token request. */
type Refusal = [status: number, error: 'invalid_request' | 'invalid_client' | 'unsupported_grant_type']

/** A provider's token server, as strict as RFC 6749 allows: refuses any deviation with the RFC's error code. */
export async function startOauthServer({ clock, client }: { clock: Clock; client: Client }) {
  const integrator = await startIntegratorServer({ clock })
  const tokens = new Map<string, number>()
  const refusals: string[] = []
  const server = {
    integrator,
    url: `${integrator.url}/oauth/token`,
    tokens,
    refusals,
    /** Fields for every answer; undefined ones are left out. */
    shape: { token_type: 'Bearer', expires_in: 3600 } as Record<string, unknown>,
    /** Whether a request to the provider has a valid token. */
    admits(request: Received): boolean {
      const token = /^Bearer (\S+)$/.exec(request.header('authorization') ?? '')?.[1] ?? ''
      return (tokens.get(token) ?? 0) > clock.now()
    },
    /** Revokes all tokens. */
    revokes: () => tokens.clear(),
    /** Restores the initial behaviour. */
    serves: () => integrator.behaves(serve),
    close: () => integrator.close(),
  }

  const serve: Parameters<typeof integrator.behaves>[0] = (request, response) => {
    const refusal = whyNot(request, client)
    const head = { 'content-type': 'application/json;charset=UTF-8', 'cache-control': 'no-store', pragma: 'no-cache' }
    if (refusal) {
      const [status, error] = refusal
      refusals.push(error)
      response.writeHead(status, { ...head, ...(status === 401 && { 'www-authenticate': 'Basic realm="p"' }) })
      return void response.end(JSON.stringify({ error }))
    }
    const token = `access~token.${tokens.size + 1}/${refusals.length}+abc==`
    const { expires_in: seconds = 3600 } = server.shape
    tokens.set(token, clock.now() + Number(seconds) * 1000)
    response.writeHead(200, head).end(JSON.stringify({ access_token: token, ...server.shape }))
  }
  server.serves()
  return server
}
export type OauthServer = Awaited<ReturnType<typeof startOauthServer>>

function whyNot(request: Received, client: Client): Refusal | undefined {
  const form = new URLSearchParams(request.body)
  if (request.method !== 'POST' || request.path.includes('?')) return [400, 'invalid_request']
  if (!/^application\/x-www-form-urlencoded(;|$)/.test(request.header('content-type') ?? ''))
    return [400, 'invalid_request']
  const names = [...form.keys()]
  if (new Set(names).size !== names.length) return [400, 'invalid_request']
  if (!form.get('grant_type')) return [400, 'invalid_request']
  if (form.get('grant_type') !== 'client_credentials') return [400, 'unsupported_grant_type']
  const header = request.header('authorization')
  const isInBody = form.has('client_secret')
  if (header !== undefined && isInBody) return [400, 'invalid_request']
  const given = header === undefined ? { id: form.get('client_id'), secret: form.get('client_secret') } : basic(header)
  return given?.id === client.id && given.secret === client.secret ? undefined : [401, 'invalid_client']
}

/** Section 2.3.1: both are form-encoded, joined by a colon, and then base64. */
function basic(header: string): Client | undefined {
  const encoded = /^Basic ([A-Za-z0-9+/]+={0,2})$/.exec(header)?.[1]
  if (encoded === undefined) return undefined
  const parts = Buffer.from(encoded, 'base64').toString('latin1').split(':')
  if (parts.length !== 2) return undefined
  const [id = '', secret = ''] = parts.map((part) => decodeURIComponent(part.replaceAll('+', ' ')))
  return { id, secret }
}
