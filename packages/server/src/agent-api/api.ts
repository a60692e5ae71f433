import { ROUTES } from '@deskbell/protocol/agent/routes'
import { API_PREFIX, type Route } from '@deskbell/protocol/agent/routes/route'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import type { FastifyPluginAsync } from 'fastify'
import { Unavailable } from '../conversation/commit/input.ts'
import { notFound } from '../settings/change.ts'
import { takeJson } from './body.ts'
import type { AddRoutes, Api } from './add-routes.ts'
import type { Services } from '../services.ts'
import { guardApi } from './guard.ts'
import { passOverAdditions } from './newer-client.ts'
import { FAULT, sendRefusal, toRefusal } from './refusals.ts'
import { validatorCompiler } from './validate.ts'

const NO_ADDRESS = toRefusal(notFound('address')) ?? FAULT
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

type Needs = Pick<Services, 'clock' | 'config' | 'log' | 'rates' | 'recognize'> & {
  /** A request that waits longer than this for the store gets 503 (ms; R4). */
  readonly deadline: number
  /** What modules add. */
  readonly agentRoutes: readonly AddRoutes[]
}

/** What applies to every route of the agent API, and then the routes that modules add. */
export function apiScope(services: Needs): FastifyPluginAsync {
  return async (api) => {
    await api.register(cookie)
    takeJson(api)
    await api.register(multipart)
    api.setValidatorCompiler(validatorCompiler)
    limitTime(api, services)
    const refuseOthers = otherMethods(api)
    refuseUndeclared(api)
    guardApi(api, services)
    passOverAdditions(api)
    answerErrors(api, services)
    for (const addRoutes of services.agentRoutes) addRoutes(api)
    refuseOthers()
    // A longer path under this prefix is not a channel address either.
    api.all('/*', { config: { open: true, otherMethod: true } }, (_request, reply) => sendRefusal(reply, NO_ADDRESS))
  }
}

/** Answers every error of the API. A refusal is sent to the caller, a fault is logged. */
function answerErrors(api: Api, { log }: Pick<Needs, 'log'>): void {
  api.setErrorHandler((error, request, reply) => {
    const refusal = toRefusal(error)
    if (!refusal) log.error({ err: error, method: request.method, route: request.routeOptions.url }, 'a request failed')
    return sendRefusal(reply, refusal ?? FAULT)
  })
  // Answers are personal and change at any time, so no cache may keep them.
  api.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    reply.header('x-content-type-options', 'nosniff')
  })
}

/** R4: a request that waits too long for the store gets 503. Uploads are exempt: a file may arrive slowly. */
function limitTime(api: Api, { clock, deadline }: Pick<Needs, 'clock' | 'deadline'>): void {
  api.addHook('onRoute', (route) => {
    if (route.config?.form || route.config?.otherMethod) return
    const { handler } = route
    route.handler = function (request, reply) {
      return new Promise((resolve, reject) => {
        const cancel = clock.after(deadline, () => reject(new Unavailable('the store did not answer in time', 'slow')))
        Promise.resolve(handler.call(this, request, reply))
          .then(resolve, reject)
          .finally(cancel)
      })
    }
  })
}

const DECLARED = new Set(Object.values<Route>(ROUTES).map(({ method, path }) => `${method} ${API_PREFIX}${path}`))
/** What describes the API, open to all. */
const DESCRIPTION = new Set([API_PREFIX, `${API_PREFIX}/openapi.json`, `${API_PREFIX}/reference.css`])

/** Every other route is in ROUTES, and so in the permission matrix (T18). Throws at the start. */
function refuseUndeclared(api: Api): void {
  api.addHook('onRoute', ({ url, method, config }) => {
    if (config?.otherMethod || DESCRIPTION.has(url)) return
    for (const one of [method].flat())
      if (one !== 'HEAD' && !DECLARED.has(`${one} ${url}`))
        throw new Error(`${one} ${url} is not in ROUTES, which says who may call it`)
  })
}

/** A known address answers 405 to other methods and lists the allowed ones. */
function otherMethods(api: Api): () => void {
  const taken = new Map<string, Set<string>>()
  api.addHook('onRoute', ({ url, method, config }) => {
    if (config?.otherMethod) return
    const methods = taken.get(url) ?? new Set<string>()
    for (const one of [method].flat()) methods.add(one)
    taken.set(url, methods)
  })
  return () => {
    for (const [url, methods] of taken) {
      const allow = [...methods].join(', ')
      const message = `This address accepts ${allow}.`
      api.route({
        method: METHODS.filter((method) => !methods.has(method)),
        url: url.slice(API_PREFIX.length),
        config: { open: true, otherMethod: true },
        handler: (_request, reply) =>
          sendRefusal(reply.header('allow', allow), { status: 405, code: 'method_not_allowed', message }),
      })
    }
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A route that only refuses. */
    otherMethod?: boolean
  }
}
