import multipart from '@fastify/multipart'
import { SECRET } from '@deskbell/protocol/widget/frames'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createHash } from 'node:crypto'
import { CommitRefused, Unavailable, type Committed } from '../../conversation/commit/input.ts'
import { storedFiles } from '../../files/effects.ts'
import { mostBytesOf } from '../../files/form.ts'
import type { Admitted } from '../../files/intake.ts'
import { visitorOwner } from '../../files/owner.ts'
import { makeQuota } from '../../files/quota.ts'
import { networkOf } from '../../platform/network.ts'
import { makeDeadline } from '../../platform/deadline.ts'
import { allowPages, findFor, refuse, tooMuch, type Address } from './answers.ts'
import type { WidgetServices, WidgetRecord } from './services.ts'
import { readForm, type Form } from './form.ts'
import type { Hub } from './hub.ts'
import { readSelf } from './read.ts'
import { keyOf } from './secret.ts'

const secretPattern = new RegExp(SECRET)
const REQUEST = /^[A-Za-z0-9_-]{8,64}$/
/** Bytes that one visitor may send in so long (ms). */
const QUOTA = { most: 200 * 1024 * 1024, within: 3600 * 1000 }

/** Files that visitors send: each is a message, and happens once under the name that the page gave the request. */
export async function visitorFiles(app: FastifyInstance, services: WidgetServices & { hub: Hub }): Promise<void> {
  const { clock, commit, db, files, hub, ids, rates } = services
  const hold = makeQuota(clock, QUOTA)
  // R4: whoever waits for a store that hangs is told to come again.
  const late = () => new Unavailable('the store did not answer in time', 'slow')
  const withDeadline = makeDeadline(clock, services.deadline, late)
  await app.register(multipart)

  app.post<Address>('/widget/:widget/files', async (request, reply) => {
    const channel = findFor(services, request, reply)
    if (!channel) return reply
    const secret = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
    const id = String(request.headers['x-request-id'] ?? '')
    if (!secretPattern.test(secret))
      return refuse(reply, 401, 'invalid', 'The header Authorization carries the visitor’s secret.')
    if (!REQUEST.test(id))
      return refuse(reply, 400, 'invalid', 'The header X-Request-Id names the request: 8 to 64 letters.')
    const { accountId: account, id: channelId } = channel
    const key = keyOf(secret)
    const taken = rates(account, 'uploadsPerVisitor').take(`${channelId} ${key}`)
    if (!taken.ok) return tooMuch(reply, taken.headers())
    const self = await withDeadline(readSelf(db, { account, channel: channelId, key }))
    // A secret is what the caller makes up: whoever is nobody yet counts for their address.
    const limit = self ? undefined : rates(account, 'newVisitorsPerAddress')
    const asNew = limit?.take(`${channelId} ${networkOf(request.ip)}`)
    if (asNew?.ok === false) return tooMuch(reply, asNew.headers()) // guard T40
    const most = mostBytesOf(request)
    const held = hold(`${channelId} ${key}`, most)
    if (!held.ok) return tooMuch(reply, { 'retry-after': String(held.retryAfter) })
    const owner = visitorOwner(account, channelId, key, request.ip)
    let admitted: Admitted | undefined
    let kept = 0
    try {
      admitted = await files.intake.admit(owner, most)
      const form = await readForm(files, request, { account, chat: self?.open ?? null, owner })
      kept = form.uploaded.file.size
      const { place, repeated } = await say(channel, key, id, form)
      if (repeated) kept = 0
      return await allowPages(reply).header('cache-control', 'no-store').send(place)
    } catch (error) {
      if (!(error instanceof CommitRefused)) throw error
      kept = 0
      return refuse(reply, 409, 'invalid', 'This request was made before with another file.')
    } finally {
      held.settle(kept)
      admitted?.settle(kept)
    }
  })

  /** Says the file in the visitor's chat, once. Of a request that was made before the file is not kept again. */
  async function say({ id: channel, accountId: account }: WidgetRecord, key: string, id: string, form: Form) {
    const { file, media } = form.uploaded
    const { text } = form
    const work = commit({
      account,
      target: { channel, key },
      // Where the visitor is, the page said that is open beside this request.
      visitor: hub.pageOf(account, channel, key)?.values ?? {},
      command: { type: 'visitor.write', id: ids.letters(22), theirId: id, text, media, profile: {} },
      attached: [storedFiles.with([file])],
      once: {
        scope: `widget ${channel} ${key}`,
        key: id,
        hash: createHash('sha256').update(`${file.name} ${file.size} ${text}`).digest(),
        answer: placeOf,
      },
    })
    try {
      const done = await withDeadline(work)
      if (done.kind === 'done') return { place: placeOf(done), repeated: false }
      await files.store.remove(file.id)
      return { place: done.answer, repeated: true }
    } catch (error) {
      // Where nobody can say whether it was written, the file stays: one that is nobody's is swept.
      if (error instanceof CommitRefused) await files.store.remove(file.id)
      throw error
    }
  }
}

const placeOf = ({ chat, entries }: Committed) => ({ chat, n: entries.find(({ type }) => type === 'message')?.n })

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
