import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../db/db.ts'
import type { Clock } from '../platform/clock.ts'
import type { LoopTurns } from '../platform/http/loop-turns.ts'
import { rangeOf } from '../platform/network.ts'
import { makeDownloads } from './downloads.ts'
import type { Linked, Links } from './links.ts'
import { NotStored } from './storage/objects.ts'
import { contentDisposition, type Disposition } from './name.ts'
import { makePace } from './pace.ts'
import { parseRange } from './range.ts'
import { makeLookUp, type LookUpOptions } from './look-up.ts'
import type { FileRow } from './rows.ts'
import type { Store } from './store.ts'

export interface ServeOptions {
  links: Links
  store: Store
  db: Db
  clock: Clock
  turns: LoopTurns
  mayRead: LookUpOptions['mayRead']
}

/** The time that one chunk of a file costs on the event loop (ms). */
const CHUNK = 0.5
const BYTES = 'application/octet-stream'

/**
 * GET and HEAD /files/…: the bytes behind a link. The link alone decides; cookies are neither read nor set. All invalid
 * links get the same answer (T12, T26).
 */
export const fileRoutes: FastifyPluginAsync<ServeOptions> = async (
  app,
  { links, store, db, clock, turns, mayRead },
) => {
  const downloads = makeDownloads(clock)
  const pace = makePace()
  const lookUp = makeLookUp({ db, mayRead })

  async function serve(request: FastifyRequest, reply: FastifyReply) {
    const { path, isSaved } = parse(request.raw.url ?? '')
    const link = links.check(path)
    if (!link) return nothingHere(reply)
    const key = rangeOf(request.ip)
    const end = await downloads.begin(request.ip)
    if (!end) return tooMany(reply)
    // The client disconnected while it waited.
    if (reply.raw.destroyed) {
      end()
      return reply
    }
    const file = await lookUp(link).catch((error: unknown) => {
      end()
      throw error
    })
    // The place is released after the look-up, or repeated requests of such a client would fill the queue.
    if (reply.raw.destroyed) {
      end()
      return reply
    }
    reply.raw.once('close', end)
    if (!file) return nothingHere(reply)
    const opened = await store.open(link.id, link.variant).catch((error: unknown) => {
      if (!(error instanceof NotStored)) throw error
      request.log.error({ err: error }, 'a file could not be read')
      return 'away' as const
    })
    if (opened === 'away') return refuse(reply.header('retry-after', '5'), 503, AWAY)
    if (!opened) return nothingHere(reply)

    const etag = `"${link.id}${link.variant === 'thumb' ? '.thumb' : ''}"`
    const { 'if-none-match': known, 'if-range': unless = etag } = request.headers
    reply
      .headers(harmless(link, file, isSaved))
      .header('cache-control', `private, max-age=${Math.floor((link.until - clock.now()) / 1000)}, immutable`)
      .header('etag', etag)
      .header('accept-ranges', 'bytes')
    if (known === etag) {
      await opened.close()
      return reply.code(304).send()
    }
    const range = unless === etag ? parseRange(request.headers.range, opened.size) : undefined
    if (range === 'outside') {
      await opened.close()
      return reply.code(416).header('content-range', `bytes */${opened.size}`).send()
    }
    if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${opened.size}`)
    reply.header('content-length', range ? range.end - range.start + 1 : opened.size)
    if (request.method === 'HEAD') {
      await opened.close()
      return reply.send()
    }
    const turn = async (bytes: number): Promise<void> => {
      await pace(key, bytes)
      await new Promise<void>((resolve) => void turns.run(key, resolve, CHUNK))
    }
    return reply.send(opened.stream(range, turn))
  }

  app.route({ method: ['GET', 'HEAD'], url: '/files/*', handler: serve })
}

/** Behind an address: what is shown otherwise is saved. */
const SAVED = '?download'
const parse = (url: string): { path: string; isSaved: boolean } =>
  url.endsWith(SAVED) ? { path: url.slice(0, -SAVED.length), isSaved: true } : { path: url, isSaved: false }

/** Headers that keep a file from acting in a browser (T9): what is shown runs no script, has no origin and loads nothing. */
function harmless(link: Linked, file: FileRow, isSaved: boolean): Record<string, string> {
  const { type, disposition } = shownAs(link, file)
  return {
    'content-type': type,
    'content-disposition': contentDisposition(isSaved ? 'attachment' : disposition, file.name),
    'x-content-type-options': 'nosniff', // guard T9
    'content-security-policy': "sandbox; default-src 'none'", // guard T9
    'cross-origin-resource-policy': 'cross-origin',
    'referrer-policy': 'no-referrer', // guard T15
  }
}

/** Only re-encoded pictures, sound and video are shown, under their actual type; everything else is downloaded (T9). */
function shownAs({ variant }: Linked, { mime, inline }: FileRow): { type: string; disposition: Disposition } {
  if (variant === 'thumb') return { type: 'image/webp', disposition: 'inline' }
  if (!inline) return { type: BYTES, disposition: 'attachment' } // guard T9
  return { type: mime, disposition: 'inline' }
}

/** The same answer for every invalid link. */
export function nothingHere(reply: FastifyReply): FastifyReply {
  return refuse(reply, 404, NOTHING)
}

/** The client's address, or all together, have too many downloads, and none ended in time. */
function tooMany(reply: FastifyReply): FastifyReply {
  return refuse(reply.header('retry-after', '5'), 503, TOO_MANY)
}

function refuse(reply: FastifyReply, status: number, body: string): FastifyReply {
  return reply
    .code(status)
    .headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' })
    .type('application/json; charset=utf-8')
    .send(body)
}

const NOTHING = JSON.stringify({
  error: { code: 'not_found', message: 'The file does not exist, or its link has expired.' },
})
const AWAY = JSON.stringify({
  error: { code: 'unavailable', message: 'The storage of files cannot be reached. Try again in a few seconds.' },
})
const TOO_MANY = JSON.stringify({
  error: { code: 'unavailable', message: 'Too many files are being downloaded at once. Try again in a few seconds.' },
})
