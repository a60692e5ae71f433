import type { MediaKind } from '@deskbell/rules'
import { FILE_MAX } from '@deskbell/protocol'
import type { Sender } from '../deliveries/http/send.ts'
import { Refused } from '../platform/errors.ts'
import type { Admitted } from './intake.ts'
import { keepFile, keepPortrait, type FileFacts } from './keep.ts'
import type { FileOwner } from './owner.ts'
import type { Files } from './files.ts'
import type { FileRow } from './rows.ts'
import type { Incoming } from './store.ts'
import { NotStored } from './storage/objects.ts'
import { reason, REASONS } from '@deskbell/protocol/agent/reasons'

/** The time limit for all fetches of one message, in milliseconds (A19). */
const DEADLINE = 15_000
const REDIRECTS = 3

export interface MediaWanted {
  account: number
  chat: number
  /** Number of the message. */
  entry: number
  kind: MediaKind
  /** The channel that it is fetched for. */
  owner: FileOwner
  /** May contain secrets of its host: only the sender receives it (A19, T15). */
  url: string
  thumbUrl?: string
  /** The name that the integrator gave. */
  name?: string
}

export interface PhotoWanted {
  account: number
  owner: FileOwner
  url: string
}

/**
 * `reason` is a clause for agents: "the server answered 404". Only `host` may be shown of the source. `final`: a retry
 * would have the same result.
 */
export type Missed = { readonly ok: false; readonly host: string; readonly reason: string; readonly final: boolean }
export type MediaFetched =
  | { readonly ok: true; readonly file: FileRow; readonly media: FileFacts & { readonly host: string } }
  | Missed
export type PhotoFetched = { readonly ok: true; readonly file: FileRow } | Missed

/**
 * Fetches and stores a visitor's file (A19). Errors of the other server are returned as a value; a full disk throws, so
 * that the fetch is retried. The row must be written with the entry that reports the file.
 */
export async function fetchMedia(files: Files, sender: Sender, wanted: MediaWanted): Promise<MediaFetched> {
  const most = wanted.thumbUrl === undefined ? FILE_MAX : 2 * FILE_MAX
  return whileHeld(files, wanted, most, () => fetchHeld(files, sender, wanted))
}

async function fetchHeld(files: Files, sender: Sender, wanted: MediaWanted): Promise<MediaFetched> {
  const host = hostIn(wanted.url)
  const until = files.clock.now() + DEADLINE
  const incoming = await files.store.receive()
  let thumb: Incoming | undefined
  try {
    const failure = await download(sender, wanted.url, incoming, until - files.clock.now())
    if (failure) return { ok: false, host, ...failure }
    if (wanted.thumbUrl !== undefined) {
      thumb = await files.store.receive()
      const missed = await download(sender, wanted.thumbUrl, thumb, until - files.clock.now())
      // The file is there; without its small picture it is shown by its name.
      if (missed) thumb = await thumb.discard().then(() => undefined)
    }
    const name = wanted.name
    const kept = await keepFile(files, incoming, { ...wanted, name, ...(thumb && { thumb }) })
    return { ok: true, file: kept.row, media: { ...kept.media, host } }
  } finally {
    await incoming.discard()
    await thumb?.discard()
  }
}

/** The same for a visitor's portrait (A10). */
export async function fetchPhoto(files: Files, sender: Sender, wanted: PhotoWanted): Promise<PhotoFetched> {
  return whileHeld(files, wanted, FILE_MAX, () => fetchHeldPhoto(files, sender, wanted))
}

async function fetchHeldPhoto(files: Files, sender: Sender, wanted: PhotoWanted): Promise<PhotoFetched> {
  const host = hostIn(wanted.url)
  const incoming = await files.store.receive()
  try {
    const failure = await download(sender, wanted.url, incoming, DEADLINE)
    if (failure) return { ok: false, host, ...failure }
    const file = await keepPortrait(files, incoming, {
      account: wanted.account,
      purpose: 'visitor',
      owner: wanted.owner,
    })
    return file ? { ok: true, file } : { ok: false, host, reason: REASONS.no_picture, final: true }
  } finally {
    await incoming.discard()
  }
}

/** Why the server accepts no file now; the delivery is retried on its schedule. */
const WHY_REFUSED: Readonly<Record<string, string>> = {
  busy: REASONS.pictures_busy,
  disk_full: REASONS.disk_full,
  files_full: REASONS.files_full,
}

/** Undefined: a fault of this program. */
function whyNotNow(error: unknown): string | undefined {
  if (error instanceof NotStored) return REASONS.files_away
  return error instanceof Refused ? WHY_REFUSED[error.code] : undefined
}

/**
 * Fetches while space for the file is reserved (T49). When no file is accepted now, the result is a temporary failure.
 */
async function whileHeld<T extends { readonly ok: true; readonly file: FileRow }>(
  files: Files,
  { owner, url }: { owner: FileOwner; url: string },
  bytes: number,
  fetching: () => Promise<T | Missed>,
): Promise<T | Missed> {
  let admitted: Admitted | undefined
  let kept = 0
  try {
    admitted = await files.intake.admit(owner, bytes)
    const fetched = await fetching()
    if (fetched.ok) kept = fetched.file.size
    return fetched
  } catch (error) {
    const reason = whyNotNow(error)
    if (reason === undefined) throw error
    return { ok: false, host: hostIn(url), reason, final: false }
  } finally {
    admitted?.settle(kept)
  }
}

/** Connection failures that a retry does not fix. */
const FINAL = new Set<string>(['forbidden', 'too_large', 'redirect'])

/** Downloads an address into a file. Resolves with the failure, or undefined. */
async function download(
  sender: Sender,
  url: string,
  into: Incoming,
  left: number,
): Promise<Pick<Missed, 'reason' | 'final'> | undefined> {
  if (left <= 0) return { reason: REASONS.no_time, final: false }
  let fault: unknown
  const answer = await sender.send({
    method: 'GET',
    url,
    purpose: 'media',
    headers: { accept: '*/*' },
    timeoutMs: left,
    maxBytes: FILE_MAX,
    redirects: REDIRECTS,
    async onChunk(chunk) {
      try {
        await into.write(chunk)
      } catch (error) {
        fault = error
        throw error
      }
    },
  })
  await into.end()
  if (fault) throw fault
  if (answer.kind === 'failed') return { reason: answer.detail, final: FINAL.has(answer.reason) }
  const { status } = answer
  if (status < 200 || status > 299)
    return { reason: reason('server_answered', { status }), final: status < 500 && ![408, 425, 429].includes(status) }
  return into.size > 0 ? undefined : { reason: REASONS.empty_file, final: true }
}

function hostIn(url: string): string {
  return URL.parse(url)?.host ?? ''
}
