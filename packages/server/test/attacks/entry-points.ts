import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ClientFrame } from '@deskbell/protocol/agent/socket'
import { VisitorFrame } from '@deskbell/protocol/widget/frames'
import { startTestServer } from '../test-server.ts'
import { WIDGET } from '../channels/widget/page.ts'
import type { RawRequest } from './wire.ts'

/** The diagnostics channel on which Fastify publishes a new instance, before it has routes. */
const MADE = 'fastify.initialization'
/** Methods that are asked for one by one. The others of an address are answered alike, and are one: OTHER. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const
type Method = (typeof METHODS)[number]

/** The routes of a server in this process. */
export async function openTestServer() {
  const routes: { method: string; url: string; refuses: boolean }[] = []
  let met = ''
  const made: FastifyInstance[] = []
  const listen = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance }
    made.push(fastify)
    fastify.addHook('onRoute', ({ method, url, config }) => {
      for (const one of [method].flat()) routes.push({ method: one, url, refuses: config?.otherMethod === true })
    })
    fastify.addHook('onRequest', async ({ method, routeOptions: { url = '', config } }: FastifyRequest) => {
      met = nameOf(method, url, config.otherMethod === true)
    })
  }
  subscribe(MADE, listen)
  const testServer = await startTestServer({ channels: [WIDGET] }).finally(() => unsubscribe(MADE, listen))
  const [app] = made
  if (!app) throw new Error('the server was opened without its routes')

  return {
    /**
     * Every route that answers a caller who is not signed in, as `GET /widget/:widget`. HEAD counts as GET; methods
     * other than GET and POST as OTHER; those that an address of the agent API refuses by method as `OTHER /api/…`.
     */
    async openRoutes(): Promise<string[]> {
      const open = new Set<string>()
      for (const { method, url, refuses } of routes) {
        const name = nameOf(method, url, refuses)
        if (!refuses && METHODS.some((one) => one === method)) {
          const path = url.replaceAll(/:\w+|\*/g, '1')
          const { statusCode, body } = await app.inject({ method: method as Method, url: path })
          if (statusCode === 401 && (method === 'HEAD' || body.includes('"signed_out"'))) continue
        }
        open.add(name)
      }
      return [...open].toSorted()
    },
    /** The route that a request meets, named as above. */
    async routeOf({ method, path, headers = {}, body }: RawRequest): Promise<string> {
      met = 'none'
      await app.inject({ method: method as Method, url: path, headers, ...(body !== undefined && { body }) })
      return met
    },
    close: () => testServer.close(),
  }
}

function nameOf(method: string, url: string, refuses: boolean): string {
  if (refuses) return url === '/api/*' ? `OTHER ${url}` : 'OTHER /api/…'
  if (method === 'GET' || method === 'HEAD') return `GET ${url}`
  return method === 'POST' ? `POST ${url}` : `OTHER ${url}`
}

/** Every frame that a visitor's page may send, by name. */
export const visitorFrames = (): string[] => VisitorFrame.anyOf.map(({ properties }) => properties.t.const)

/** Every frame that the agent application may send, by name. */
export const agentFrames = (): string[] => ClientFrame.anyOf.map(({ properties }) => properties.type.const)
