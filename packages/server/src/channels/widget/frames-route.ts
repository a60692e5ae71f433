import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { parseJson } from '@deskbell/protocol/json'
import { bytesOf, takeAnyBody } from '../../platform/http/any-body.ts'
import { makeLimiter } from '../../platform/limiter.ts'
import { networkOf } from '../../platform/network.ts'
import type { Services } from '../../services.ts'
import { allowPages, findAllowedWidget, refuse, tooMuch, type Address } from './answers.ts'
import type { LongPoll } from './long-poll.ts'
import { FRAMES, POSTS } from './pace.ts'
import { toFrames } from './parse.ts'

/** Frames of pages without a socket. */
export async function framesRoute(
  app: FastifyInstance,
  services: Pick<Services, 'clock' | 'config' | 'directory'> & { readonly longPoll: Pick<LongPoll, 'exchange'> },
): Promise<void> {
  const { clock, longPoll } = services
  const posts = makeLimiter({ clock, name: 'requests', ...POSTS })
  const pace = makeLimiter({ clock, name: 'frames', ...FRAMES })

  await app.register(async (scope) => {
    // The body is JSON with any content type: pages send `text/plain`, which needs no CORS preflight.
    takeAnyBody(scope)
    scope.post<Address>('/widget/:widget/frames', frames)
  })

  async function frames(request: FastifyRequest<Address>, reply: FastifyReply): Promise<FastifyReply> {
    const channel = findAllowedWidget(services, request, reply)
    if (!channel) return reply
    const posted = posts.take(networkOf(request.ip))
    if (!posted.ok) return tooMuch(reply, posted.headers()) // guard T40
    const json = parseJson(bytesOf(request))
    const asked = json.ok ? toFrames(json.value) : undefined
    if (!asked)
      return refuse(
        reply,
        400,
        'invalid',
        'The body must be one JSON object with the session and its frames: see /asyncapi/widget.json.',
      )
    const said = pace.take(`${channel.id} ${asked.session}`, 1 + asked.frames.length)
    if (!said.ok) return tooMuch(reply, said.headers()) // guard T36
    const from = { address: request.ip, userAgent: request.headers['user-agent'] ?? '' }
    const answer = await longPoll.exchange(channel, asked, from)
    if (typeof answer === 'number') return tooMuch(reply, { 'retry-after': String(answer) })
    if (answer === undefined)
      return refuse(reply.header('retry-after', '2'), 503, 'unavailable', 'This page is not known here: begin anew.')
    return allowPages(reply)
      .headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
      .send(answer)
  }
}
