import type { EntryMedia, ChatDelivery } from '@deskbell/rules'
import type { Commit } from '../../conversation/commit/commit.ts'
import type { Keys } from '../../platform/crypto.ts'
import type { AttemptRecord } from '../../deliveries/delivery.ts'
import type { Sender } from '../../deliveries/http/send.ts'
import type { Attempted, Handler } from '../../deliveries/worker.ts'
import { storedFiles } from '../../files/effects.ts'
import { fetchMedia, fetchPhoto, type MediaFetched, type PhotoFetched } from '../../files/fetch.ts'
import { channelOwner } from '../../files/owner.ts'
import type { Files } from '../../files/files.ts'
import type { Clock } from '../../platform/clock.ts'
import { openSource } from './incoming.ts'

type MediaBody = (ChatDelivery & { kind: 'media_fetch' })['body']

interface Fetching {
  readonly files: Files
  readonly sender: Sender
  readonly keys: Keys
  readonly commit: Commit
  readonly clock: Clock
}

/** Fetches the file of a visitor's message, stores a copy, and commits the result to the chat (A19). */
export function mediaFetch({ files, sender, keys, commit, clock }: Fetching): Handler {
  return {
    async attempt(delivery, number) {
      const at = clock.now()
      const { source, media } = delivery.body as MediaBody
      const { file, thumb } = openSource(keys, source)
      const result = await fetchMedia(files, sender, {
        account: delivery.account,
        chat: delivery.chat ?? 0,
        entry: delivery.of ?? 0,
        kind: media.kind,
        owner: channelOwner(delivery.account, delivery.channel ?? 0),
        url: file,
        ...(thumb !== undefined && { thumbUrl: thumb }),
        ...(media.name !== undefined && { name: media.name }),
      })
      return toAttempted(number, { at, ms: clock.now() - at, host: media.host ?? '' }, result)
    },
    async conclude(delivery, attempted, settlement) {
      const { media, ask } = delivery.body as MediaBody
      const of = delivery.of ?? 0
      const result = attempted?.result as MediaFetched | undefined
      const target = { chat: delivery.chat ?? 0 }
      if (result?.ok) {
        const command = {
          type: 'media.arrived',
          of,
          media: { ...media, ...result.media } satisfies EntryMedia,
          ...(ask && { ask }),
        } as const
        await commit({
          account: delivery.account,
          target,
          command,
          settles: settlement,
          attached: [storedFiles.with([result.file])],
        })
        return
      }
      const reason = result?.reason ?? 'it could not be read'
      const command = { type: 'media.missed', of, media, reason, ...(ask && { ask }) } as const
      await commit({ account: delivery.account, target, command, settles: settlement })
    },
  }
}

/** Fetches and stores a visitor's photo. Without one, clients show the initials (A10). */
export function photoFetch({ files, sender, keys, commit, clock }: Fetching): Handler {
  return {
    async attempt(delivery, number) {
      const at = clock.now()
      const { source } = delivery.body as { source: string }
      const { file: url } = openSource(keys, source)
      const result = await fetchPhoto(files, sender, {
        account: delivery.account,
        owner: channelOwner(delivery.account, delivery.channel ?? 0),
        url,
      })
      return toAttempted(number, { at, ms: clock.now() - at, host: new URL(url).host }, result)
    },
    async conclude(delivery, attempted, settlement) {
      const result = attempted?.result as PhotoFetched | undefined
      await commit({
        account: delivery.account,
        target: { channel: delivery.channel ?? 0, key: delivery.recipient ?? '' },
        settles: settlement,
        ...(result?.ok && { visitor: { photoFile: result.file.id }, attached: [storedFiles.with([result.file])] }),
      })
    },
  }
}

/** The attempt's record names the host and not the address (A19). */
function toAttempted(
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
