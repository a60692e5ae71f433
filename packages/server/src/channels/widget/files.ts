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
import type { HttpServices } from '../../platform/http/services.ts'
import { networkOf } from '../../platform/network.ts'
import { makeDeadline } from '../../platform/deadline.ts'
import { allowPages, findAllowedWidget, refuse, tooMuch, type Address } from './answers.ts'
import type { WidgetRecord } from './find-widget.ts'
import type { Services } from '../../services.ts'
import { readForm, type Form } from './form.ts'
import type { SessionRegistry } from './session-registry.ts'
import { readStoredVisitor } from './read.ts'
import { keyOf } from './secret.ts'

const secretPattern = new RegExp(SECRET)
const REQUEST = /^[A-Za-z0-9_-]{8,64}$/
/** Bytes that one visitor may send within a time (ms). */
const QUOTA = { most: 200 * 1024 * 1024, within: 3600 * 1000 }

type Needs = Pick<Services, 'clock' | 'commit' | 'config' | 'db' | 'directory' | 'files' | 'ids' | 'rates'> &
  Pick<HttpServices, 'deadline'> & { readonly registry: Pick<SessionRegistry, 'pageOf'> }

/** Files of visitors: each becomes one message, however often the page repeats the request under its id. */
export async function visitorFiles(app: FastifyInstance, services: Needs): Promise<void> {
  const { clock, commit, db, files, registry, ids, rates } = services
  const hold = makeQuota(clock, QUOTA)
  // R4: a request that waits for a stalled database is answered 503 with retry-after.
  const late = () => new Unavailable('the store did not answer in time', 'slow')
  const withDeadline = makeDeadline(clock, services.deadline, late)
  await app.register(multipart)

  app.post<Address>('/widget/:widget/files', async (request, reply) => {
    const channel = findAllowedWidget(services, request, reply)
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
    const stored = await withDeadline(readStoredVisitor(db, { account, channel: channelId, key }))
    // The caller makes up the secret, so an unknown visitor is limited by address.
    const limit = stored ? undefined : rates(account, 'newVisitorsPerAddress')
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
      const form = await readForm(files, request, { account, chat: stored?.open ?? null, owner })
      kept = form.uploaded.file.size
      const { cursor, repeated } = await commitFile(channel, key, id, form)
      if (repeated) kept = 0
      return await allowPages(reply).header('cache-control', 'no-store').send(cursor)
    } catch (error) {
      if (!(error instanceof CommitRefused)) throw error
      kept = 0
      if (error.code === 'idempotency_mismatch')
        return refuse(reply, 409, 'invalid', 'This request was made before with another file.')
      return refuse(reply, 409, 'too_late', 'This chat does not accept messages any more.')
    } finally {
      held.settle(kept)
      admitted?.settle(kept)
    }
  })

  /** Commits the message with the file once. The file of a repeated request is removed again. */
  async function commitFile({ id: channel, accountId: account }: WidgetRecord, key: string, id: string, form: Form) {
    const { file, media } = form.uploaded
    const { text } = form
    const work = commit({
      account,
      target: { channel, key },
      // The visitor's page comes from the session that is open beside this request.
      visitor: registry.pageOf(account, channel, key)?.visit.values ?? {},
      command: {
        type: 'visitor.write',
        id: ids.letters(22),
        theirId: id,
        text,
        attachments: [{ media }],
        profile: {},
      },
      attached: [storedFiles.with([file])],
      once: {
        scope: `widget ${channel} ${key}`,
        key: id,
        hash: createHash('sha256').update(`${file.name} ${file.size} ${text}`).digest(),
        answer: cursorOf,
      },
    })
    try {
      const done = await withDeadline(work)
      if (done.kind === 'done') return { cursor: cursorOf(done), repeated: false }
      await files.store.remove(file.id)
      return { cursor: done.answer, repeated: true }
    } catch (error) {
      // When the result of the commit is unknown, the file stays; a cleanup removes files without a row.
      if (error instanceof CommitRefused) await files.store.remove(file.id)
      throw error
    }
  }
}

const cursorOf = ({ chat, entries }: Committed) => ({ chat, n: entries.find(({ type }) => type === 'message')?.n })

/** The CORS preflight of a file upload from another origin. */
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
