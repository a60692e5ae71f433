import { SESSION_ROUTES } from '@deskbell/protocol/agent/routes/session'
import type { AgentPasswords } from '../identity/agent-passwords.ts'
import { signOut } from '../identity/sessions.ts'
import type { Api } from './add-routes.ts'
import type { Services } from '../services.ts'
import { serve } from './serve.ts'
import { changeAndRefresh } from './change-and-refresh.ts'
import { enter } from './enter.ts'
import { COOKIE, cookieFor, DEVICE_COOKIE } from './signed-in.ts'

type Needs = Pick<Services, 'clock' | 'config' | 'db' | 'directory' | 'links'> & {
  readonly agentPasswords: AgentPasswords
}

/** Signing in, giving the password again, and signing out. */
export function sessionRoutes(app: Api, services: Needs): void {
  const { config, agentPasswords } = services
  const cookie = cookieFor(config.publicUrl)

  serve(app, SESSION_ROUTES, {
    async signIn({ request, reply, body: { email, password } }) {
      const { [COOKIE]: previous, [DEVICE_COOKIE]: device } = request.cookies
      const session = await agentPasswords.signIn({
        email,
        password,
        address: request.ip,
        ...(previous !== undefined && { previous }),
        ...(device !== undefined && { device }),
      })
      return enter(services, reply, session)
    },
    confirmPassword: ({ who, request, body: { password } }) =>
      agentPasswords.confirm(who.session, { password, address: request.ip }),
    async signOut({ who: { account, session }, reply }) {
      await changeAndRefresh(services, account, (tx) => signOut(tx, session))
      reply.clearCookie(COOKIE, cookie)
    },
  })
}
