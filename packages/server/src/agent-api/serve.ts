import type { BodyOf, PartOf, Route } from '@deskbell/protocol/agent/routes/route'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'
import { allow, dependsOnStanding } from '../identity/permissions.ts'
import { whoAsks } from './guard.ts'
import type { Api } from './add-routes.ts'
import type { SignedIn } from './signed-in.ts'

/** A request that fits the declaration of its route. */
export interface RouteRequest<R extends Route> {
  readonly params: PartOf<R, 'params'>
  readonly query: PartOf<R, 'query'>
  readonly headers: PartOf<R, 'headers'>
  readonly body: PartOf<R, 'body'>
  /** The agent who sent the request; undefined for an open route. */
  readonly who: R['may'] extends 'open' ? undefined : SignedIn
  /** The declared permission. When it depends on the agent's relation to an object, the handler checks it. */
  readonly may: R['may']
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

type Answers<R extends Route> = R['answers']
type IsOne<T, Each = T> = T extends unknown ? ([Each] extends [T] ? true : false) : never

/** The result of a handler: the body, or the status with its body when the route declares several statuses. */
export type Answer<R extends Route> =
  IsOne<keyof Answers<R>> extends true
    ? BodyOf<Answers<R>[keyof Answers<R>], AsyncIterable<string>>
    : {
        [Status in keyof Answers<R>]: { status: Status; body: BodyOf<Answers<R>[Status], AsyncIterable<string>> }
      }[keyof Answers<R>]

export type Handler<R extends Route> = (asked: RouteRequest<R>) => Answer<R> | Promise<Answer<R>>

/** A handler for each of the routes. */
export type Handlers<Routes extends Readonly<Record<string, Route>>> = {
  readonly [Name in keyof Routes]: Handler<Routes[Name]>
}

/** Serves declared routes. Each request is checked against the declaration, and each answer has the declared type. */
export function serve<const Routes extends Readonly<Record<string, Route>>>(
  api: Api,
  routes: Routes,
  handlers: Handlers<Routes>,
): void {
  for (const name in routes) serveOne(api, routes[name], handlers[name])
}

function serveOne<R extends Route>(api: Api, route: R, handle: Handler<R>): void {
  const { method, path, may, form }: Route = route
  const isOpen = may === 'open'
  /** Undefined when only the handler can decide. */
  const needed = isOpen || may === 'signed-in' || dependsOnStanding(may) ? undefined : may
  api.route({
    method,
    url: path,
    config: { ...(isOpen && { open: true }), ...(form && { form }) },
    schema: toSchema(route),
    // Before anything is read, so that the refusal is the same whatever the body is, and whether the object exists or not
    // (T17).
    async onRequest(request) {
      if (needed) allow(whoAsks(request).agent, needed)
    },
    async handler(request, reply) {
      const who = isOpen ? undefined : whoAsks(request)
      const { params, query, headers, body } = request
      // Fastify has checked these parts with the schemas that their types come from.
      const asked = { params, query, headers, body, who, may, request, reply } as RouteRequest<R>
      return send(reply, route, await handle(asked))
    },
  })
}

function toSchema({ params, query, headers, body }: Route) {
  return {
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(headers && { headers }),
    ...(body && { body }),
  }
}

function send<R extends Route>(reply: FastifyReply, { answers }: R, answer: Answer<R>): FastifyReply {
  const [status = 200, ...others] = Object.keys(answers).map(Number)
  if (others.length > 0) {
    const chosen = answer as { status: number; body: unknown }
    return sendBody(reply.code(chosen.status), answers[chosen.status], chosen.body)
  }
  return sendBody(reply.code(status), answers[status], answer)
}

/** `body` has the declared type. */
function sendBody(reply: FastifyReply, declared: Route['answers'][number] | undefined, body: unknown): FastifyReply {
  if (!declared) return reply.send(null)
  if (!('mediaType' in declared)) return reply.send(body)
  const type = `${declared.mediaType}; charset=utf-8`
  return reply.header('content-type', type).send(Readable.from(body as AsyncIterable<string>))
}
