import type { CookieSerializeOptions } from '@fastify/cookie'
import type { IncomingHttpHeaders } from 'node:http'
import { hashToken } from '../platform/crypto.ts'
import type { Asker } from '../db/asker.ts'
import { Refused } from '../platform/errors.ts'
import { DEVICE_TIME } from '../identity/devices.ts'
import type { Services } from '../services.ts'
import type { AgentRecord } from '../settings/directory.ts'
import { readSession, type Session } from '../identity/sessions.ts'
import { readToken } from '../identity/tokens.ts'
import { meterUnknownSecret } from './meter.ts'

export const COOKIE = 'deskbell'
/** A session secret is 32 bytes in base64url. */
const SECRET = /(?:^|;) *deskbell=([\w-]{43})(?:;|$)/

/** Sent only to pages of this installation (T25, T27). */
export const cookieFor = (publicUrl: string): CookieSerializeOptions => ({
  path: '/',
  httpOnly: true,
  sameSite: 'lax',
  secure: publicUrl.startsWith('https:'),
})

/** Recognizes a device from which an agent has signed in before (T27). Only sign-in reads it. */
export const DEVICE_COOKIE = 'deskbell_device'

/** It outlives sessions and grants no access. */
export const deviceCookieFor = (publicUrl: string, now: number): CookieSerializeOptions => ({
  ...cookieFor(publicUrl),
  path: '/api/session',
  sameSite: 'strict',
  expires: new Date(now + DEVICE_TIME),
})

/** The credentials of a request. */
export interface Credentials {
  readonly by: 'cookie' | 'token'
  readonly secret: string
}

/** An authenticated agent. The record is a snapshot: do not keep it across an await. */
export interface SignedIn {
  readonly by: Credentials['by']
  readonly session: Session
  readonly account: number
  readonly agent: AgentRecord
}

/** How long a session is cached after it was read, while its version equals the agent's (ms). */
const BELIEVED = 60_000
const REMEMBERED = 10_000

/** An `Authorization` header takes precedence: a cookie in the same request is ignored. */
export function credentialsOf(headers: IncomingHttpHeaders): Credentials | undefined {
  const { authorization, cookie } = headers
  if (authorization !== undefined) {
    const [, token] = /^bearer +([\w.~+/=-]{1,200}) *$/i.exec(authorization) ?? []
    return token === undefined ? undefined : { by: 'token', secret: token }
  }
  const [, secret] = cookie === undefined ? [] : (SECRET.exec(cookie) ?? [])
  return secret ? { by: 'cookie', secret } : undefined
}

export interface Recognizer {
  /** Rejects with `rate_limited` when the address of the request or its network sends too many unknown secrets. */
  (credentials: Credentials | undefined, address: string): Promise<SignedIn | undefined>
  /** Reads from the store, without the cache. */
  anew(credentials: Credentials): Promise<SignedIn | undefined>
}

/**
 * Finds the agent for credentials. The result is cached for a minute and dropped as soon as the agent's session version
 * changes: by a sign-out, a new password or another role (T22). A secret that was valid at the last read is not counted
 * as unknown.
 */
export function makeRecognizer({
  db,
  clock,
  directory,
  rates,
}: Pick<Services, 'clock' | 'db' | 'directory' | 'rates'>): Recognizer {
  const read = new Map<string, { session: Session; at: number }>()
  const asking = new Map<string, Promise<SignedIn | undefined>>()

  const credentialsKey = ({ by, secret }: Credentials) => `${by} ${hashToken(secret).toString('base64')}`

  function remembered(name: string): Session | undefined {
    const found = read.get(name)
    if (!found || clock.now() - found.at > BELIEVED) return undefined
    if (directory.agent(found.session.account, found.session.agent)?.sessionVersion !== found.session.version)
      return undefined // guard T22
    return found.session
  }

  async function readAnew(credentials: Credentials): Promise<Session | undefined> {
    const { by, secret } = credentials
    const session = await (by === 'token' ? readToken(db, clock, secret) : readSession(db, clock, secret))
    const name = credentialsKey(credentials)
    read.delete(name)
    if (session) read.set(name, { session, at: clock.now() })
    for (const oldest of read.keys()) {
      if (read.size <= REMEMBERED) break
      read.delete(oldest)
    }
    return session
  }

  function toSignedIn(by: Credentials['by'], session: Session | undefined): SignedIn | undefined {
    const agent = session && directory.agent(session.account, session.agent)
    return agent && { by, session, account: session.account, agent }
  }

  const anew = async (credentials: Credentials) => {
    const session = await readAnew(credentials)
    // The store has a change before a directory that is still being read.
    const agent = session && directory.agent(session.account, session.agent)
    if (session && agent?.sessionVersion !== session.version) await directory.refresh(session.account)
    return toSignedIn(credentials.by, session)
  }
  /**
   * Returns the answer to an equal question that is under way. That question may be older than a change that this
   * caller knows of.
   */
  async function share(asked: Promise<SignedIn | undefined>, credentials: Credentials) {
    if (!(await asked)) return undefined
    const session = remembered(credentialsKey(credentials))
    return session ? toSignedIn(credentials.by, session) : anew(credentials)
  }
  const recognize = async (credentials: Credentials | undefined, address: string) => {
    if (!credentials) return undefined
    const name = credentialsKey(credentials)
    const session = remembered(name)
    if (session) return toSignedIn(credentials.by, session)
    const asked = asking.get(name)
    if (asked) return share(asked, credentials) // guard T46
    if (!read.has(name)) meterUnknownSecret(rates, address) // guard T46
    const answer = anew(credentials).finally(() => asking.delete(name))
    asking.set(name, answer)
    return answer
  }
  return Object.assign(recognize, { anew })
}

/** All windows and tokens of an agent share one asker in the database. */
export const askerOf = ({ account, agent }: SignedIn): Asker => `agent ${account} ${agent.id}`

export const signedOut = () => new Refused('signed_out', 'Sign in first.')
