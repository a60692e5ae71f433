import multipart from '@fastify/multipart'
import { SECRET } from '@deskbell/protocol/widget/frames'
import { FILE_MAX } from '@deskbell/protocol/limits'
import { cleanText } from '@deskbell/protocol/text'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createHash } from 'node:crypto'
import { CommitRefused } from '../chat/input.ts'
import { takeUpload, type Unfit } from '../file/upload.ts'
import { allowPages, findFor, refuse, type Address } from './answers.ts'
import type { VisitorDoor } from './door.ts'
import { readSelf } from './read.ts'
import { keyOf } from './secret.ts'

const secretPattern = new RegExp(SECRET)
const REQUEST = /^[A-Za-z0-9_-]{8,64}$/
const LIMITS = { files: 1, fields: 2, parts: 3, fileSize: FILE_MAX + 1, fieldSize: 64 * 1024 }
/** Bytes that one visitor may send in an hour. */
const BYTES_PER_HOUR = 200 * 1024 * 1024
const HOUR = 3600 * 1000

/** Files that visitors send: each is a message, and happens once under the name that the page gave the request. */
export async function visitorFiles(app: FastifyInstance, door: VisitorDoor): Promise<void> {
  const { clock, commit, db, files, ids, rates } = door
  const sent = new Map<string, { since: number; bytes: number }>()
  await app.register(multipart)

  app.post<Address>('/widget/:widget/files', async (request, reply) => {
    const channel = findFor(door, request, reply)
    if (!channel) return reply
    const secret = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
    const id = String(request.headers['x-request-id'] ?? '')
    if (!secretPattern.test(secret))
      return refuse(reply, 401, 'invalid', 'The header Authorization carries the visitor’s secret.')
    if (!REQUEST.test(id))
      return refuse(reply, 400, 'invalid', 'The header X-Request-Id names the request: 8 to 64 letters.')
    const key = keyOf(secret)
    const taken = rates(channel.accountId, 'uploadsPerVisitor').take(`${channel.id} ${key}`)
    if (!taken.ok || spent(key) > BYTES_PER_HOUR)
      return refuse(reply.headers(taken.headers()), 429, 'rate_limited', 'That is too much at once.')
    const self = await readSelf(db, { account: channel.accountId, channel: channel.id, key })
    const form = await readForm(request, channel.accountId, self?.open ?? null)
    if ('refused' in form) return refuse(reply, 400, 'invalid', form.refused)
    const { uploaded, text } = form
    spend(key, uploaded.file.size)
    try {
      const done = await commit({
        account: channel.accountId,
        target: { channel: channel.id, key },
        command: { type: 'visitor.write', id: ids.letters(22), theirId: id, text, media: uploaded.media, profile: {} },
        files: [uploaded.file],
        once: {
          scope: `widget ${channel.id} ${key}`,
          key: id,
          hash: createHash('sha256').update(`${uploaded.file.name} ${uploaded.file.size} ${text}`).digest(),
          answer: ({ chat, entries }) => ({ chat, n: entries.find((one) => one.type === 'message')?.n }),
        },
      })
      if (done.kind === 'repeated') await files.store.remove(uploaded.file.id)
      const place =
        done.kind === 'repeated'
          ? done.answer
          : { chat: done.chat, n: done.entries.find((one) => one.type === 'message')?.n }
      return await allowPages(reply).header('cache-control', 'no-store').send(place)
    } catch (error) {
      // Where nobody can say whether it was written, the file stays: one that is nobody's is swept.
      if (!(error instanceof CommitRefused)) throw error
      await files.store.remove(uploaded.file.id)
      return refuse(reply, 409, 'invalid', 'This request was made before with another file.')
    }
  })

  async function readForm(request: FastifyRequest, account: number, chat: number | null) {
    let uploaded: Extract<Awaited<ReturnType<typeof takeUpload>>, { ok: true }> | undefined
    let text = ''
    try {
      for await (const part of request.parts({ limits: LIMITS })) {
        if (part.type === 'field') {
          if (part.fieldname === 'text' && typeof part.value === 'string') text = cleanText(part.value)
          continue
        }
        const kept = await takeUpload(files, { account, chat, name: cleanText(part.filename), stream: part.file })
        if (!kept.ok) return { refused: REFUSED[kept.code] }
        uploaded = kept
      }
    } catch (error) {
      if (uploaded) await files.store.remove(uploaded.file.id)
      request.log.debug({ err: error }, 'a form broke off')
      return { refused: 'This is no complete form.' }
    }
    return uploaded ? { uploaded, text } : { refused: 'The form has no file in the field "file".' }
  }

  function spent(key: string): number {
    const of = sent.get(key)
    return of && clock.now() - of.since < HOUR ? of.bytes : 0
  }

  function spend(key: string, bytes: number): void {
    const now = clock.now()
    for (const [name, { since }] of sent) if (now - since >= HOUR) sent.delete(name)
    const of = sent.get(key) ?? { since: now, bytes: 0 }
    of.bytes += bytes
    sent.set(key, of)
  }
}

const REFUSED: Readonly<Record<Unfit['code'], string>> = {
  too_large: 'A file may have at most 25 MB.',
  empty: 'The file is empty.',
  not_a_picture: 'This is no picture.',
}

/** What a browser asks before a page of another origin may send a file. */
export function preflight(_request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return allowPages(reply)
    .code(204)
    .headers({
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers': 'authorization, content-type, x-request-id',
      'access-control-max-age': '86400',
    })
    .send()
}
