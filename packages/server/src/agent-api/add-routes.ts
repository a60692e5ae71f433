import type {} from '@fastify/cookie'
import type {} from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'

/** The Fastify scope of the agent API, with its hooks and limits. */
export type Api = FastifyInstance

/** Adds the routes of a module to the agent API. */
export type AddRoutes = (api: Api) => void
