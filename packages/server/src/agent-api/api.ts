import { API_PREFIX } from '@deskbell/protocol/agent/routes/route'
import { WIRE_VERSIONS } from '@deskbell/protocol/versions'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import type { FastifyPluginAsync } from 'fastify'
import { Unavailable } from '../conversation/commit/input.ts'
import { notFound } from '../settings/change.ts'
import { takeJson } from './body.ts'
import { botRoutes } from './bots.ts'
import { channelRoutes } from './channels.ts'
import { chatRoutes } from './chats.ts'
import { colleagueRoutes } from './colleagues.ts'
import { colleagueTokenRoutes } from './colleague-tokens.ts'
import { deliveryRoutes } from './deliveries.ts'
import { departmentRoutes } from './departments.ts'
import { documentRoutes } from './documents.ts'
import type { AgentServices, Api } from './services.ts'
import { earlierRoutes } from './earlier.ts'
import { erasingRoutes } from './erasing.ts'
import { guardApi } from './guard.ts'
import { makeHub } from './socket/hub.ts'
import { meRoutes } from './me.ts'
import { messageRoutes } from './messages.ts'
import { offlineMessageRoutes } from './offline-messages.ts'
import { agentPages } from './pages.ts'
import { FAULT, sendRefusal, toRefusal } from './refusals.ts'
import { sessionRoutes } from './session.ts'
import { makeRecognizer } from './signed-in.ts'
import { settingsRoutes } from './settings.ts'
import { makeTypingAndReceipts } from './socket/typing-and-receipts.ts'
import { agentSocket } from './socket/socket.ts'
import { visitorRoutes } from './visitors.ts'
import { validatorCompiler } from './validate.ts'
import { webhookRoutes } from './webhooks.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

/** The agent application's door: its API under /api, its socket, its pages. */
export function agentApi(services: AgentServices): FastifyPluginAsync {
  return async (app) => {
    const recognize = makeRecognizer(services)
    const typingAndReceipts = makeTypingAndReceipts(services)
    agentSocket(app, { services, recognize, typingAndReceipts, hub: makeHub(services, typingAndReceipts) })
    await app.register(
      async (api) => {
        await api.register(cookie)
        takeJson(api)
        await api.register(multipart)
        api.setValidatorCompiler(validatorCompiler)
        limitTime(api, services)
        const refuseOthers = otherMethods(api)
        guardApi(api, services, recognize)
        answerErrors(api, services)
        documentRoutes(api, services)
        sessionRoutes(api, services, recognize)
        meRoutes(api, services)
        colleagueRoutes(api, services)
        colleagueTokenRoutes(api, services)
        departmentRoutes(api, services)
        settingsRoutes(api, services)
        chatRoutes(api, services, typingAndReceipts)
        earlierRoutes(api, services)
        offlineMessageRoutes(api, services)
        messageRoutes(api, services)
        channelRoutes(api, services)
        botRoutes(api, services)
        webhookRoutes(api, services)
        deliveryRoutes(api, services)
        visitorRoutes(api, services)
        erasingRoutes(api, services)
        for (const addRoutes of services.routes) addRoutes(api, recognize)
        refuseOthers()
        // Whatever else begins like this is no channel address either.
        api.all('/*', { config: { open: true, otherMethod: true } }, () => {
          throw notFound('address')
        })
      },
      { prefix: API_PREFIX },
    )
    app.get('/version', () => ({
      name: 'Deskbell',
      version: services.version,
      interface: WIRE_VERSIONS.agent,
    }))
    await app.register((scope) => agentPages(scope, services))
  }
}

/** One place for everything that goes wrong: what was refused is told, what failed is logged. */
function answerErrors(api: Api, { log }: Pick<AgentServices, 'log'>): void {
  api.setErrorHandler((error, request, reply) => {
    const refusal = toRefusal(error)
    if (!refusal) log.error({ err: error, method: request.method, route: request.routeOptions.url }, 'a request failed')
    return sendRefusal(reply, refusal ?? FAULT)
  })
  // Nothing here is for caches: it is somebody's, and of this moment.
  api.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    reply.header('x-content-type-options', 'nosniff')
  })
}

/** R4: whoever waits for a store that hangs is told to come again. Files may take their time to arrive. */
function limitTime(api: Api, { clock, deadline }: Pick<AgentServices, 'clock' | 'deadline'>): void {
  api.addHook('onRoute', (route) => {
    if (route.config?.form) return
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

/** An address that exists answers 405 to methods that it does not take, and names those that it does. */
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
      const message = `This address takes ${allow}.`
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
