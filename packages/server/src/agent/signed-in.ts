import type { CookieSerializeOptions } from '@fastify/cookie'
import type { IncomingHttpHeaders } from 'node:http'
import { hashToken } from '../crypto.ts'
import type { Db } from '../db/db.ts'
import { Refused } from '../errors.ts'
import type { AgentRecord, Directory } from '../office/directory.ts'
import { readSession, type Session } from '../office/sessions.ts'
import { readToken } from '../office/tokens.ts'
import type { Clock } from '../world.ts'

export const COOKIE = 'deskbell'
const SECRET = /(?:^|;) *deskbell=([\w-]{1,200})(?:;|$)/

/** For this desk's pages alone (T25, T27). */
export const cookieFor = (publicUrl: string): CookieSerializeOptions => ({
  path: '/',
  httpOnly: true,
  sameSite: 'lax',
  secure: publicUrl.startsWith('https:'),
})

/** How somebody shows who they are. */
export interface Credentials {
  readonly by: 'cookie' | 'token'
  readonly secret: string
}

/** Somebody who is signed in. The record is the one of this moment: do not keep it across an await. */
export interface SignedIn {
  readonly by: Credentials['by']
  readonly session: Session
  readonly account: number
  readonly agent: AgentRecord
}

/** A session that was read is believed so long, while its version is the agent's (ms). */
const BELIEVED = 60_000
const REMEMBERED = 10_000

/** An `Authorization` header counts alone: whoever sends one does not mean the cookie that came along. */
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
  (credentials: Credentials | undefined): Promise<SignedIn | undefined>
  /** Asks the store, whatever was read before. */
  anew(credentials: Credentials): Promise<SignedIn | undefined>
}

/**
 * Who stands behind credentials. What was read is remembered for a minute, and forgotten at once when the agent's
 * session version moves: a sign-out, a new password, another role (T22).
 */
export function makeRecognizer({ db, clock, directory }: { db: Db; clock: Clock; directory: Directory }): Recognizer {
  const read = new Map<string, { session: Session; at: number }>()

  const nameOf = ({ by, secret }: Credentials) => `${by} ${hashToken(secret).toString('base64')}`

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
    const name = nameOf(credentials)
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
    // The store knows of a change before a directory that is being read.
    const agent = session && directory.agent(session.account, session.agent)
    if (session && agent?.sessionVersion !== session.version) await directory.refresh()
    return toSignedIn(credentials.by, session)
  }
  const recognize = async (credentials: Credentials | undefined) => {
    if (!credentials) return undefined
    const session = remembered(nameOf(credentials))
    return session ? toSignedIn(credentials.by, session) : anew(credentials)
  }
  return Object.assign(recognize, { anew })
}

export const signedOut = () => new Refused('signed_out', 'Sign in first.')
