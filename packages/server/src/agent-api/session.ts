import { SESSION_ROUTES } from '@deskbell/protocol/agent/routes/session'
import type { AgentPasswords } from '../identity/agent-passwords.ts'
import { signOut } from '../identity/sessions.ts'
import type { Api } from './add-routes.ts'
import type { Services } from '../services.ts'
import { serve } from './serve.ts'
import { changeAndRefresh } from './change-and-refresh.ts'
import { toMe } from './people.ts'
import { COOKIE, cookieFor, credentialsOf, DEVICE_COOKIE, deviceCookieFor, signedOut } from './signed-in.ts'

type Needs = Pick<Services, 'clock' | 'config' | 'db' | 'directory' | 'links' | 'recognize'> & {
  readonly agentPasswords: AgentPasswords
}

/** Signing in, giving the password again, and signing out. */
export function sessionRoutes(app: Api, services: Needs): void {
  const { clock, directory, config, recognize, agentPasswords } = services
  const cookie = cookieFor(config.publicUrl)

  serve(app, SESSION_ROUTES, {
    async signIn({ request, reply, body: { email, password } }) {
      const { [COOKIE]: previous, [DEVICE_COOKIE]: device } = request.cookies
      const before = await recognize(credentialsOf({ cookie: request.headers.cookie }), request.ip)
      const session = await agentPasswords.signIn({
        email,
        password,
        address: request.ip,
        ...(previous !== undefined && { previous }),
        ...(device !== undefined && { device }),
      })
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
      agentPasswords.confirm(who.session, { password, address: request.ip }),
    async signOut({ who: { account, session }, reply }) {
      await changeAndRefresh(services, account, (tx) => signOut(tx, session))
      reply.clearCookie(COOKIE, cookie)
    },
  })
}
