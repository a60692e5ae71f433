import { isObject, own, parseJson } from '@deskbell/protocol/json'
import type { Sender } from '../deliveries/http/send.ts'
import type { BotRecord } from '../settings/directory.ts'
import type { Clock } from '../platform/clock.ts'
import { botKey } from './bot-key.ts'
import { reason, REASONS } from '@deskbell/protocol/agent/reasons'

/** B15: how long a token is valid when the token server does not say (s), and how long before that it is renewed (ms). */
const LIFETIME = 3600
const EARLY = 60_000
const ANSWER_MAX = 64 * 1024
const TOKEN_MAX = 8192

type Credentials = NonNullable<BotRecord['authorization']>
/** `kept`: the token was fetched for an earlier request. */
export type Granted = { ok: true; token: string; kept: boolean } | { ok: false; reason: string }

/** Access tokens for requests to providers (B15). */
export interface Authorization {
  /** A valid token; fetches one within `timeoutMs` when there is none. Never rejects. */
  tokenFor(bot: BotRecord, timeoutMs: number): Promise<Granted>
  /** The provider refused this token: the next request fetches another. */
  refused(bot: BotRecord, token: string): void
}

interface Held {
  /** The credentials that the token was fetched with; changed credentials need a new token. */
  readonly credentials: string
  token: { text: string; until: number } | undefined
  /** The one request that is fetching a token; further callers wait for it. */
  fetching: Promise<Granted> | undefined
}

export function makeAuthorization({ sender, clock }: { sender: Sender; clock: Clock }): Authorization {
  const held = new Map<string, Held>()

  async function fetchToken(credentials: Credentials, of: Held, timeoutMs: number): Promise<Granted> {
    const { tokenUrl, clientId, secret, inBody } = credentials
    const form = new URLSearchParams({ grant_type: 'client_credentials' })
    const headers: Record<string, string> = {
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'application/json',
    }
    if (inBody) {
      form.set('client_id', clientId)
      form.set('client_secret', secret)
    } else headers['authorization'] = `Basic ${basic(clientId, secret)}`
    const asked = clock.now()
    const answer = await sender.send({
      method: 'POST',
      url: tokenUrl,
      purpose: 'token',
      headers,
      body: form.toString(),
      timeoutMs,
      maxBytes: ANSWER_MAX,
    })
    if (answer.kind === 'failed') return { ok: false, reason: reason('no_token', { reason: answer.detail }) }
    if (answer.status < 200 || answer.status > 299)
      return { ok: false, reason: reason('no_token', { reason: reason('token_answered', { status: answer.status }) }) }
    const read = readToken(answer.body)
    if (!read) return { ok: false, reason: reason('no_token', { reason: REASONS.token_missing }) }
    // A token that is valid for less than two minutes is renewed after half of its lifetime.
    const early = Math.min(EARLY, (read.seconds * 1000) / 2)
    of.token = { text: read.token, until: asked + read.seconds * 1000 - early }
    return { ok: true, token: read.token, kept: false }
  }

  return {
    tokenFor(bot, timeoutMs) {
      const credentials = bot.authorization
      if (!credentials) return Promise.resolve({ ok: false, reason: REASONS.no_authorization })
      const key = JSON.stringify(credentials)
      let of = held.get(botKey(bot))
      if (!of || of.credentials !== key)
        held.set(botKey(bot), (of = { credentials: key, token: undefined, fetching: undefined }))
      if (of.token && clock.now() < of.token.until)
        return Promise.resolve({ ok: true, token: of.token.text, kept: true })
      const known = of
      return (of.fetching ??= fetchToken(credentials, of, timeoutMs).finally(() => (known.fetching = undefined)))
    },
    refused(bot, token) {
      const of = held.get(botKey(bot))
      if (of?.token?.text === token) of.token = undefined
    },
  }
}

/** RFC 6749, 2.3.1: both parts are form-encoded before they are joined. */
function basic(clientId: string, secret: string): string {
  const encode = (text: string): string => new URLSearchParams({ '': text }).toString().slice(1)
  return Buffer.from(`${encode(clientId)}:${encode(secret)}`).toString('base64')
}

function readToken(body: Buffer): { token: string; seconds: number } | undefined {
  const json = parseJson(body)
  if (!json.ok || !isObject(json.value)) return undefined
  const token = own(json.value, 'access_token')
  const type = own(json.value, 'token_type') ?? 'bearer'
  // The token is sent in a header.
  if (typeof token !== 'string' || !/^[\x21-\x7e]+$/.test(token) || token.length > TOKEN_MAX) return undefined
  if (typeof type !== 'string' || type.toLowerCase() !== 'bearer') return undefined
  const given = Number(own(json.value, 'expires_in') ?? LIFETIME)
  return { token, seconds: Number.isFinite(given) && given > 0 ? given : LIFETIME }
}
