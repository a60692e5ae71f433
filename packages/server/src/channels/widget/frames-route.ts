import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { parseJson } from '@deskbell/protocol/json'
import type { FramesBody } from '@deskbell/protocol/widget/frames'
import { bytesOf, takeAnyBody } from '../../platform/http/any-body.ts'
import { makeLimiter } from '../../platform/limiter.ts'
import { networkOf } from '../../platform/network.ts'
import type { Services } from '../../services.ts'
import { allowPages, findAllowedWidget, refuse, tooMuch, type Address } from './answers.ts'
import { findWidget, type WidgetRecord } from './find-widget.ts'
import type { Asker, LongPoll } from './long-poll.ts'
import { FRAMES, POSTS } from './pace.ts'
import { toFrames } from './parse.ts'

/** How much longer than the page itself this process waits for the one that has the session (ms). */
const PATIENCE = 3000

/** A FramesAnswer as JSON, the headers of a refusal, or that the page is not known (undefined). */
type Exchanged = { readonly json: string } | { readonly refused: Record<string, string> } | undefined

type Needs = Pick<Services, 'clock' | 'config' | 'directory' | 'processes' | 'rpc'> & {
  readonly longPoll: Pick<LongPoll, 'exchange'>
}

/** Frames of pages without a socket. A session is at one process; the others hand its requests over. */
export async function framesRoute(app: FastifyInstance, services: Needs): Promise<void> {
  const { clock, directory, longPoll, processes, rpc } = services
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
    const from = { address: request.ip, userAgent: request.headers['user-agent'] ?? '' }
    const { at = processes.id } = asked
    const done = await (at === processes.id ? exchange(channel, asked, from) : handOver(at, channel, asked, from))
    if (done === undefined)
      return refuse(reply.header('retry-after', '2'), 503, 'unavailable', 'This page is not known here: begin anew.')
    if ('refused' in done) return tooMuch(reply, done.refused)
    return allowPages(reply)
      .headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
      .send(done.json)
  }

  async function exchange(channel: WidgetRecord, asked: FramesBody, from: Asker): Promise<Exchanged> {
    const said = pace.take(`${channel.id} ${asked.session}`, 1 + asked.frames.length)
    if (!said.ok) return { refused: said.headers() } // guard T36
    const answer = await longPoll.exchange(channel, asked, from)
    if (typeof answer === 'number') return { refused: { 'retry-after': String(answer) } }
    return answer === undefined ? undefined : { json: answer }
  }

  async function handOver(
    at: string,
    { accountId: account, id }: WidgetRecord,
    body: FramesBody,
    from: Asker,
  ): Promise<Exchanged> {
    const request = { channel: { account, id }, body, from }
    const { given } = await rpc.ask('exchange_frames', request, { of: at, within: body.wait + PATIENCE })
    return given[0]?.answer
  }

  rpc.serve('exchange_frames', async ({ channel: { account, id }, body, from }) => {
    const channel = directory.channel(account, id)
    const widget = channel && findWidget(directory, channel.publicId)
    return (widget && (await exchange(widget, body, from))) ?? null
  })
}
