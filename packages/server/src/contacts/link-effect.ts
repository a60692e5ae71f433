import type { Effect } from '../conversation/commit/effects.ts'
import type { Directory } from '../settings/directory.ts'
import { verifiedFields } from '../settings/verified-fields.ts'
import { noteLinks } from './link-statements.ts'
import { verifiedOf } from './verified.ts'

/** Notes, with the visitor's message, that an imported contact is the same person by what the channel has verified. */
export function linkEffect(directory: Pick<Directory, 'channel'>, onWritten: () => void): Effect {
  return {
    name: 'contact links',
    plan({ conversations }) {
      const verified = [...conversations].flatMap((conversation) => {
        if (!conversation.visitorChanged) return []
        const { account, channel, key, visitor } = conversation
        const record = directory.channel(account, channel)
        const values = record && verifiedOf(verifiedFields(record), { ...visitor, key })
        return values ? [{ conversation, values }] : []
      })
      if (verified.length === 0) return undefined
      return {
        write({ at, send }) {
          const rows = verified.map(({ conversation: { account, numbered: number }, values }) => ({
            account_id: account,
            number,
            ...values,
          }))
          send(noteLinks, [JSON.stringify(rows), at])
        },
        committed: onWritten,
      }
    },
  }
}
