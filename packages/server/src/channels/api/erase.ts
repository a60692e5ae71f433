import type { PersonalData } from '../../conversation/erasure/personal-data.ts'
import { statement } from '../../db/statement.ts'
import { removeDeliveries } from '../../deliveries/removal.ts'

const removePhotoFetches = statement(
  'erase_photo_fetches',
  `delete from delivery where account_id = $1 and kind = 'photo_fetch' and recipient = $2 and channel_id = $3
   returning id, lane`,
)

/** Fetches of visitors' photos, as an erasure removes them. Photos are also fetched for visitors without an open chat. */
export const photoFetchData: PersonalData = {
  async removeAtOnce(tx, { account, key, channel, withVisitor }) {
    return withVisitor ? removeDeliveries(tx, removePhotoFetches, [account, key, channel]) : {}
  },
}
