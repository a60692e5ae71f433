import { placeOf, type ChatDelivery, type EntryMedia } from '@deskbell/rules'
import type { Commit } from '../conversation/commit/commit.ts'
import { CommitRefused, type Input } from '../conversation/commit/input.ts'
import type { AttemptRecord } from '../deliveries/delivery.ts'
import type { Sender } from '../deliveries/http/send.ts'
import type { Attempted, Handler } from '../deliveries/handler.ts'
import { storedFiles } from '../files/effects.ts'
import { fetchMedia, type MediaFetched, type PhotoFetched } from '../files/fetch.ts'
import type { Files } from '../files/files.ts'
import { channelOwner } from '../files/owner.ts'
import type { FileRow } from '../files/rows.ts'
import type { Clock } from '../platform/clock.ts'
import type { Keys } from '../platform/crypto.ts'
import type { Directory } from '../settings/directory.ts'
import type { Connector, FileAddress } from './connector.ts'
import { openSource, type Source } from './source.ts'

type MediaBody = (ChatDelivery & { kind: 'media_fetch' })['body']

export interface Fetching {
  readonly files: Files
  readonly sender: Sender
  readonly keys: Keys
  readonly commit: Commit
  readonly clock: Clock
}

interface MediaFetching extends Fetching {
  readonly directory: Directory
  readonly connectorOf: (kind: string) => Connector | undefined
}

/** Fetches an attachment of a visitor's message, stores a copy, and commits the result to the chat (A19). */
export function mediaFetch({ files, sender, keys, commit, clock, directory, connectorOf }: MediaFetching): Handler {
  /** The address of the file, from the connector where the message only names it. */
  async function findFile(account: number, number: number, { file }: Source): Promise<FileAddress> {
    const channel = directory.channel(account, number)
    const find = channel && connectorOf(channel.kind)?.findFile
    return find ? find(channel, file) : { ok: true, url: file }
  }

  return {
    async attempt(delivery, number) {
      const at = clock.now()
      const { source, media } = delivery.body as MediaBody
      const given = openSource(keys, source)
      const { thumb } = given
      const found = await findFile(delivery.account, delivery.channel ?? 0, given)
      if (!found.ok) {
        const missed = { ...found, host: media.host ?? '' }
        return toAttempted(number, { at, ms: clock.now() - at, host: missed.host }, missed)
      }
      const result = await fetchMedia(files, sender, {
        account: delivery.account,
        chat: delivery.chat ?? 0,
        entry: delivery.of ?? 0,
        kind: media.kind,
        owner: channelOwner(delivery.account, delivery.channel ?? 0),
        url: found.url,
        ...(thumb !== undefined && { thumbUrl: thumb }),
        ...(media.name !== undefined && { name: media.name }),
      })
      return toAttempted(number, { at, ms: clock.now() - at, host: media.host ?? '' }, result)
    },
    async conclude(delivery, attempted, settlement) {
      const { attachment = 0, media, ask } = delivery.body as MediaBody
      const of = delivery.of ?? 0
      const result = attempted?.result as MediaFetched | undefined
      const target = { chat: delivery.chat ?? 0 }
      if (result?.ok) {
        const command = {
          type: 'media.arrived',
          of,
          ...placeOf(attachment),
          media: { ...media, ...result.media } satisfies EntryMedia,
          ...(ask && { ask }),
        } as const
        await commitFetched({ files, commit }, result.file, {
          account: delivery.account,
          target,
          command,
          settles: settlement,
        })
        return
      }
      const reason = result?.reason ?? 'it could not be read'
      const command = { type: 'media.missed', of, ...placeOf(attachment), media, reason, ...(ask && { ask }) } as const
      await commit({ account: delivery.account, target, command, settles: settlement })
    },
  }
}

/**
 * Commits a result with the fetched file. When the commit is refused, as when the visitor was erased meanwhile, the bytes of
 * the file are removed (T42).
 */
export async function commitFetched(
  { files, commit }: Pick<Fetching, 'files' | 'commit'>,
  file: FileRow,
  result: Input,
): Promise<void> {
  try {
    await commit({ ...result, attached: [storedFiles.with([file])] })
  } catch (error) {
    if (error instanceof CommitRefused) await files.store.remove(file.id) // guard T42
    throw error
  }
}

/** The attempt's record names the host and not the address (A19). */
export function toAttempted(
  number: number,
  { at, ms, host }: { readonly at: number; readonly ms: number; readonly host: string },
  result: MediaFetched | PhotoFetched,
): Attempted {
  const record: AttemptRecord = {
    number,
    at,
    ms,
    outcome: result.ok ? 'ok' : result.final ? 'final' : 'retry',
    status: null,
    reason: result.ok ? null : result.reason,
    request: { url: host, headers: {}, body: '' },
    response: null,
  }
  return { record, diagnosis: null, result }
}
