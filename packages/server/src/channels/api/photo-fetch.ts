import type { Handler } from '../../deliveries/handler.ts'
import { fetchPhoto, type PhotoFetched } from '../../files/fetch.ts'
import { channelOwner } from '../../files/owner.ts'
import { commitFetched, toAttempted, type Fetching } from '../media-fetch.ts'
import { openSource } from '../source.ts'

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
      const target = { channel: delivery.channel ?? 0, key: delivery.recipient ?? '' }
      const committed = { account: delivery.account, target, settles: settlement }
      if (!result?.ok) return void (await commit(committed))
      await commitFetched({ files, commit }, result.file, { ...committed, visitor: { photoFile: result.file.id } })
    },
  }
}
