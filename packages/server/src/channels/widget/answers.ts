import type { FastifyReply, FastifyRequest } from 'fastify'
import { findWidget, type WidgetRecord } from './find-widget.ts'
import type { Services } from '../../services.ts'
import { mayShow } from './origin.ts'

export interface Address {
  Params: { widget: string }
  Querystring: { lang?: string }
}

/** Lets pages of every origin read the response, also pages with COEP. The widget uses no cookies. */
export function allowPages(reply: FastifyReply): FastifyReply {
  return reply.headers({ 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' })
}

export function refuse(reply: FastifyReply, status: number, code: string, message: string): FastifyReply {
  return allowPages(reply).code(status).header('cache-control', 'no-store').send({ error: { code, message } })
}

/** `headers` include `retry-after`. */
export function tooMuch(reply: FastifyReply, headers: Readonly<Record<string, string>>): FastifyReply {
  return refuse(reply.headers(headers), 429, 'rate_limited', 'Too many requests at once.')
}

/** The widget of the request; undefined after answering 404 or 403. */
export function findAllowedWidget(
  { directory, config }: Pick<Services, 'directory' | 'config'>,
  request: FastifyRequest<Address>,
  reply: FastifyReply,
): WidgetRecord | undefined {
  const channel = findWidget(directory, request.params.widget)
  if (!channel) {
    void refuse(reply, 404, 'not_found', 'There is no such widget.')
    return undefined
  }
  if (mayShow(channel, request.headers.origin, config.publicUrl)) return channel // guard T34
  void refuse(reply, 403, 'not_here', 'This widget is not for pages of this site: its operator lists the sites.')
  return undefined
}
