import { ConfirmBody, Me, SignInBody } from '@deskbell/protocol/agent/people'
import { confirmSession } from '../identity/own-password.ts'
import { signIn, signOut } from '../identity/sessions.ts'
import type { AgentServices, Api } from './services.ts'
import { whoAsks } from './guard.ts'
import { changeAndRefresh } from './change-and-refresh.ts'
import { toMe } from './people.ts'
import { Nothing } from './shapes.ts'
import {
  COOKIE,
  cookieFor,
  credentialsOf,
  DEVICE_COOKIE,
  deviceCookieFor,
  signedOut,
  type Recognizer,
} from './signed-in.ts'

/** Signing in and out. */
export function sessionRoutes(app: Api, services: AgentServices, recognize: Recognizer): void {
  const { db, clock, ids, directory, config, signInLimit: limit, passwords, devices } = services

  const cookie = cookieFor(config.publicUrl)

  app.post(
    '/session',
    {
      config: { open: true },
      schema: {
        tags: ['Sign-in'],
        summary: 'Sign in',
        description: 'Sets the cookie `deskbell`. Programs better use an API token: `Authorization: Bearer …`.',
        body: SignInBody,
        response: { 200: Me },
      },
    },
    async (request, reply) => {
      const { email, password } = request.body
      const { [COOKIE]: previous, [DEVICE_COOKIE]: device } = request.cookies
      const before = await recognize(credentialsOf({ cookie: request.headers.cookie }), request.ip)
      const session = await signIn(
        { db, clock, ids, limit, passwords, devices },
        {
          email,
          password,
          address: request.ip,
          ...(previous !== undefined && { previous }),
          ...(device !== undefined && { device }),
        },
      )
      // Whoever was signed in here is not any more, in no window (T22, T27).
      if (before) await changeAndRefresh(services, before.account, (tx) => signOut(tx, before.session)) // guard T22 T27
      let agent = directory.agent(session.account, session.agent)
      if (!agent) {
        // Made a moment ago, by another process.
        await directory.refresh(session.account)
        agent = directory.agent(session.account, session.agent)
      }
      if (!agent) throw signedOut()
      reply.setCookie(COOKIE, session.secret, { ...cookie, expires: new Date(session.expiresAt) })
      reply.setCookie(DEVICE_COOKIE, session.device, deviceCookieFor(config.publicUrl, clock.now()))
      return toMe(services, { account: session.account, agent })
    },
  )

  app.post(
    '/session/confirm',
    {
      schema: {
        tags: ['Sign-in'],
        summary: 'Confirm the password',
        description:
          'Makes this session fresh for 10 minutes. What opens a new way into the desk asks for a fresh session: `reauthenticate`.',
        body: ConfirmBody,
        response: { 204: Nothing },
      },
    },
    async (request, reply) => {
      const { session } = whoAsks(request)
      const { password } = request.body
      await confirmSession({ db, clock, ids, limit, passwords, devices }, session, { password, address: request.ip })
      return reply.code(204).send(null)
    },
  )

  app.delete(
    '/session',
    { schema: { tags: ['Sign-in'], summary: 'Sign out', response: { 204: Nothing } } },
    async (request, reply) => {
      const { account, session } = whoAsks(request)
      await changeAndRefresh(services, account, (tx) => signOut(tx, session))
      return reply.clearCookie(COOKIE, cookie).code(204).send(null)
    },
  )
}
