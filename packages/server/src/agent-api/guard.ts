import type { FastifyRequest } from 'fastify'
import { askFor } from '../db/asker.ts'
import { Refused } from '../platform/errors.ts'
import type { Api } from './add-routes.ts'
import type { Services } from '../services.ts'
import { makeFairness } from './fair.ts'
import { isFromElsewhere, isFromUs, SAFE_METHODS } from './origin.ts'
import { askerOf, COOKIE, cookieFor, credentialsOf, signedOut, type SignedIn } from './signed-in.ts'

declare module 'fastify' {
  interface FastifyRequest {
    signedIn: SignedIn | null
  }
  interface FastifyContextConfig {
    /** Open to callers without a session. */
    open?: boolean
  }
}

/**
 * Authenticates each request under /api before its body is read. A request that changes something and is authenticated
 * by a cookie must come from a page of this installation, because a browser sends the cookie for pages of other sites
 * too (T25).
 */
export function guardApi(app: Api, services: Pick<Services, 'clock' | 'config' | 'rates' | 'recognize'>): void {
  const { recognize } = services
  const wrongOrigin = () =>
    new Refused('wrong_origin', `Only pages at ${services.config.publicUrl} may do this. Open the application there.`)

  const admit = makeFairness(services)
  app.decorateRequest('signedIn', null)
  app.addHook('onRequest', async (request, reply) => {
    const changes = !SAFE_METHODS.has(request.method)
    const { headers } = request
    if (request.routeOptions.config.open) {
      if (changes && isFromElsewhere(headers, services.config.publicUrl)) throw wrongOrigin() // guard T25
      return
    }
    const credentials = credentialsOf(headers)
    const signedIn = await recognize(credentials, request.ip)
    if (!signedIn || !credentials) throw signedOut()
    const byCookie = signedIn.by === 'cookie'
    if (changes && byCookie && !isFromUs(headers, services.config.publicUrl)) throw wrongOrigin() // guard T25
    request.signedIn = signedIn
    await admit(signedIn, reply)
    // The browser deletes the cookie when its first expiry is reached, even if the session is in use (T27).
    const { movedTo } = signedIn.session
    if (byCookie && movedTo !== undefined)
      reply.setCookie(COOKIE, credentials.secret, {
        ...cookieFor(services.config.publicUrl),
        expires: new Date(movedTo),
      })
  })
  app.addHook('preHandler', ({ signedIn }, _reply, done) => (signedIn ? askFor(askerOf(signedIn), done) : done()))
}

/** The agent of a request. The hook above has refused requests without one. */
export function whoAsks(request: FastifyRequest): SignedIn {
  if (!request.signedIn) throw signedOut()
  return request.signedIn
}
