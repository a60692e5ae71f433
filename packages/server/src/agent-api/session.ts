import { SESSION_ROUTES } from '@deskbell/protocol/agent/routes/session'
import { confirmSession } from '../identity/own-password.ts'
import { signIn, signOut } from '../identity/sessions.ts'
import type { AgentServices, Api } from './services.ts'
import { serve } from './serve.ts'
import { changeAndRefresh } from './change-and-refresh.ts'
import { toMe } from './people.ts'
import {
  COOKIE,
  cookieFor,
  credentialsOf,
  DEVICE_COOKIE,
  deviceCookieFor,
  signedOut,
  type Recognizer,
} from './signed-in.ts'

export function sessionRoutes(
  app: Api,
  services: Pick<
    AgentServices,
    'clock' | 'config' | 'db' | 'devices' | 'directory' | 'ids' | 'links' | 'passwords' | 'presence' | 'signInLimit'
  >,
  recognize: Recognizer,
): void {
  const { db, clock, ids, directory, config, signInLimit: limit, passwords, devices } = services

  const cookie = cookieFor(config.publicUrl)

  serve(app, SESSION_ROUTES, {
    async signIn({ request, reply, body: { email, password } }) {
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
      // The previous session of this browser ends, in every window (T22, T27).
      if (before) await changeAndRefresh(services, before.account, (tx) => signOut(tx, before.session)) // guard T22 T27
      let agent = directory.agent(session.account, session.agent)
      if (!agent) {
        // Another process may have just created the agent.
        await directory.refresh(session.account)
        agent = directory.agent(session.account, session.agent)
      }
      if (!agent) throw signedOut()
      reply.setCookie(COOKIE, session.secret, { ...cookie, expires: new Date(session.expiresAt) })
      reply.setCookie(DEVICE_COOKIE, session.device, deviceCookieFor(config.publicUrl, clock.now()))
      return toMe(services, { account: session.account, agent })
    },
    confirmPassword: ({ who, request, body: { password } }) =>
      confirmSession({ db, clock, ids, limit, passwords, devices }, who.session, { password, address: request.ip }),
    async signOut({ who: { account, session }, reply }) {
      await changeAndRefresh(services, account, (tx) => signOut(tx, session))
      reply.clearCookie(COOKIE, cookie)
    },
  })
}
