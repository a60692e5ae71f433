import { Me, SignInBody } from '@deskbell/protocol/agent/people'
import { signIn, signOut } from '../office/sessions.ts'
import type { AgentDoor, Api } from './door.ts'
import { whoAsks } from './guard.ts'
import { changeOffice } from './office-change.ts'
import { toMe } from './people.ts'
import { Nothing } from './shapes.ts'
import { COOKIE, cookieFor, signedOut, type Recognizer } from './signed-in.ts'

/** Signing in and out. */
export function sessionRoutes(app: Api, door: AgentDoor, recognize: Recognizer): void {
  const { db, clock, ids, directory, config, signInLimit: limit } = door

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
      const { [COOKIE]: previous } = request.cookies
      const before = await recognize(previous === undefined ? undefined : { by: 'cookie', secret: previous })
      const session = await signIn(
        { db, clock, ids, limit },
        { email, password, address: request.ip, ...(previous !== undefined && { previous }) },
      )
      // Whoever was signed in here is not any more, in no window (T22, T27).
      if (before) await changeOffice(door, before.account, (tx) => signOut(tx, before.session)) // guard T22 T27
      let agent = directory.agent(session.account, session.agent)
      if (!agent) {
        // Made a moment ago, by another process.
        await directory.refresh()
        agent = directory.agent(session.account, session.agent)
      }
      if (!agent) throw signedOut()
      reply.setCookie(COOKIE, session.secret, { ...cookie, expires: new Date(session.expiresAt) })
      return toMe(door, { account: session.account, agent })
    },
  )

  app.delete(
    '/session',
    { schema: { tags: ['Sign-in'], summary: 'Sign out', response: { 204: Nothing } } },
    async (request, reply) => {
      const { account, session } = whoAsks(request)
      await changeOffice(door, account, (tx) => signOut(tx, session))
      return reply.clearCookie(COOKIE, cookie).code(204).send(null)
    },
  )
}
