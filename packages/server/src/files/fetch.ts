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

/** For everything that is fetched for one message. Milliseconds (A19). */
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
  /** May hold secrets of its host: it goes to the sender and nowhere else (A19, T15). */
  url: string
  thumbUrl?: string
  /** As the integrator named it. */
  name?: string
}

export interface PhotoWanted {
  account: number
  owner: FileOwner
  url: string
}

/**
 * `reason` is a clause for a person: "the server answered 404". With `host`, all that may be told of the source.
 * `final`: another try would end the same.
 */
export type Missed = { readonly ok: false; readonly host: string; readonly reason: string; readonly final: boolean }
export type MediaFetched =
  | { readonly ok: true; readonly file: FileRow; readonly media: FileFacts & { readonly host: string } }
  | Missed
export type PhotoFetched = { readonly ok: true; readonly file: FileRow } | Missed

/**
 * Gets a customer's file and keeps it (A19). What the other side did wrong is a value; a disk that is full is a fault
 * and throws, so that the file is tried again. The row is to be written with the entry that tells of it.
 */
export async function fetchMedia(room: Files, sender: Sender, wanted: MediaWanted): Promise<MediaFetched> {
  const most = wanted.thumbUrl === undefined ? FILE_MAX : 2 * FILE_MAX
  return whileHeld(room, wanted, most, () => fetchHeld(room, sender, wanted))
}

async function fetchHeld(room: Files, sender: Sender, wanted: MediaWanted): Promise<MediaFetched> {
  const host = hostIn(wanted.url)
  const until = room.clock.now() + DEADLINE
  const incoming = await room.store.receive()
  let thumb: Incoming | undefined
  try {
    const failure = await download(sender, wanted.url, incoming, until - room.clock.now())
    if (failure) return { ok: false, host, ...failure }
    if (wanted.thumbUrl !== undefined) {
      thumb = await room.store.receive()
      const missed = await download(sender, wanted.thumbUrl, thumb, until - room.clock.now())
      // The file is there; without its small picture it is shown by its name.
      if (missed) thumb = await thumb.discard().then(() => undefined)
    }
    const name = wanted.name
    const kept = await keepFile(room, incoming, { ...wanted, name, ...(thumb && { thumb }) })
    return { ok: true, file: kept.row, media: { ...kept.media, host } }
  } finally {
    await incoming.discard()
    await thumb?.discard()
  }
}

/** The same for a customer's picture of themselves (A10). */
export async function fetchPhoto(room: Files, sender: Sender, wanted: PhotoWanted): Promise<PhotoFetched> {
  return whileHeld(room, wanted, FILE_MAX, () => fetchHeldPhoto(room, sender, wanted))
}

async function fetchHeldPhoto(room: Files, sender: Sender, wanted: PhotoWanted): Promise<PhotoFetched> {
  const host = hostIn(wanted.url)
  const incoming = await room.store.receive()
  try {
    const failure = await download(sender, wanted.url, incoming, DEADLINE)
    if (failure) return { ok: false, host, ...failure }
    const file = await keepPortrait(room, incoming, {
      account: wanted.account,
      purpose: 'visitor',
      owner: wanted.owner,
    })
    return file
      ? { ok: true, file }
      : { ok: false, host, reason: 'what the server sent is not a picture that can be shown', final: true }
  } finally {
    await incoming.discard()
  }
}

/** Why the desk takes no file now; the delivery is tried again by its schedule. */
const REASONS: Readonly<Record<string, string>> = {
  busy: 'the desk has too many pictures to work on',
  disk_full: 'the disk of the desk is almost full',
  files_full: 'the files of this desk take as much room as they may',
}

/** Fetches while room for the file is held (T49). Where the desk takes no file now, that is missed for the time being. */
async function whileHeld<T extends { readonly ok: true; readonly file: FileRow }>(
  room: Files,
  { owner, url }: { owner: FileOwner; url: string },
  bytes: number,
  fetching: () => Promise<T | Missed>,
): Promise<T | Missed> {
  let admitted: Admitted | undefined
  let kept = 0
  try {
    admitted = await room.intake.admit(owner, bytes)
    const fetched = await fetching()
    if (fetched.ok) kept = fetched.file.size
    return fetched
  } catch (error) {
    const reason = error instanceof Refused ? REASONS[error.code] : undefined
    if (reason === undefined) throw error
    return { ok: false, host: hostIn(url), reason, final: false }
  } finally {
    admitted?.settle(kept)
  }
}

/** Failures of the connection that another try does not mend. */
const FINAL = new Set<string>(['forbidden', 'too_large', 'redirect'])

/** Writes what is behind an address into a file within `left` ms. Resolves with why not, or nothing. */
async function download(
  sender: Sender,
  url: string,
  into: Incoming,
  left: number,
): Promise<Pick<Missed, 'reason' | 'final'> | undefined> {
  if (left <= 0) return { reason: 'there was no time left for it', final: false }
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
    return { reason: `the server answered ${status}`, final: status < 500 && ![408, 425, 429].includes(status) }
  return into.size > 0 ? undefined : { reason: 'the server sent an empty file', final: true }
}

function hostIn(url: string): string {
  return URL.parse(url)?.host ?? ''
}
