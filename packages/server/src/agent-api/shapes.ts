import { ChatId, EntryNumber, Id, Strict } from '@deskbell/protocol/shapes'
import { Type } from 'typebox'

/** An answer without a body. */
export const Nothing = Type.Null()

/** What stands in paths. */
export const ChatPath = Strict({ chat: ChatId })
export const MessagePath = Strict({ chat: ChatId, n: EntryNumber })
export const AgentPath = Strict({ agent: Id })
export const DepartmentPath = Strict({ department: Id })
export const ChannelPath = Strict({ channel: Id })
export const BotPath = Strict({ bot: Id })
export const TrialPath = Strict({ bot: Id, trial: ChatId })
export const WebhookPath = Strict({ webhook: Id })
/** By number. */
export const VisitorPath = Strict({ visitor: Id })
export const OfflinePath = Strict({ message: Id })
export const DeliveryPath = Strict({ delivery: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) })

/** A request that may be sent again with the same effect once: the key makes both the same (A13). */
export const OnceHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'a key of your own for this request: sent again with it within 24 hours, it gives the first answer',
    }),
  ),
})
