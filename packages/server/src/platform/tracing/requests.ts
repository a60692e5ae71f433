import type { FastifyInstance, FastifyRequest } from 'fastify'
import { TRACE_PARENT, type Span, type Tracing } from './tracing.ts'

/** Requests that change nothing are not traced: no message begins with one. */
const QUIET: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** A span for each request that may change something, named by its route; a caller's `traceparent` is its parent. */
export function traceRequests(app: FastifyInstance, tracing: Tracing): void {
  if (!tracing.isOn) return
  const spans = new WeakMap<FastifyRequest, Span>()
  app.addHook('onRequest', (request, _reply, done) => {
    const route = request.routeOptions.url
    if (route === undefined || QUIET.has(request.method)) return done()
    const given = request.headers['traceparent']
    const span = tracing.start({
      name: `${request.method} ${route}`,
      kind: 'server',
      parent: typeof given === 'string' && TRACE_PARENT.test(given) ? given : undefined,
      attributes: { 'http.request.method': request.method, 'http.route': route },
    })
    if (span) spans.set(request, span)
    done()
  })
  // The body was read meanwhile, in events of the connection.
  app.addHook('preHandler', (request, _reply, done) => tracing.within(spans.get(request), done))
  app.addHook('onResponse', (request, reply, done) => {
    const { statusCode } = reply
    const span = spans.get(request)
    span?.set({ 'http.response.status_code': statusCode })
    span?.end(statusCode >= 500 ? `status ${statusCode}` : undefined)
    done()
  })
}
