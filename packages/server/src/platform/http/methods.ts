import { METHODS } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** All methods of HTTP but these, for routes that answer 405 with the allowed ones. CONNECT is never routed. */
export const methodsExcept = (...taken: readonly string[]): string[] =>
  METHODS.filter((method) => method !== 'CONNECT' && !taken.includes(method))

/** Lets routes take any method: Fastify knows only the common ones. */
export function addAllMethods(app: FastifyInstance): void {
  for (const method of methodsExcept()) if (!app.supportedMethods.includes(method)) app.addHttpMethod(method)
}
