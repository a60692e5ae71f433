import { Type } from 'typebox'
import { ChatId, EntryNumber, Id, Strict } from '../../shapes.ts'

/** Parameters in the paths of the agent API. */
export const ChatPath = Strict({ chat: ChatId })
export const MessagePath = Strict({ chat: ChatId, n: EntryNumber })
export const ScheduledPath = Strict({ chat: ChatId, message: Type.String({ minLength: 1, maxLength: 64 }) })
export const AgentPath = Strict({ agent: Id })
export const AgentTokenPath = Strict({ agent: Id, token: Id })
export const AlertDevicePath = Strict({ device: Id })
export const TokenPath = Strict({ token: Id })
export const InvitationPath = Strict({ invitation: Id })
export const DepartmentPath = Strict({ department: Id })
export const CannedPath = Strict({ canned: Id })
export const MacroPath = Strict({ macro: Id })
export const ChatMacroPath = Strict({ chat: ChatId, macro: Id })
export const ContactPath = Strict({ contact: Id })
export const ContactVisitorPath = Strict({ contact: Id, visitor: Id })
export const ContactNotePath = Strict({ contact: Id, note: Id })
export const SavedViewPath = Strict({ saved: Id })
export const TagPath = Strict({ tag: Id })
export const ChannelPath = Strict({ channel: Id })
export const BotPath = Strict({ bot: Id })
export const SandboxPath = Strict({ bot: Id, sandbox: ChatId })
export const WebhookPath = Strict({ webhook: Id })
/** By number. */
export const VisitorPath = Strict({ visitor: Id })
/** By the handle of a page that is open. */
export const VisitPath = Strict({ visit: Type.String({ pattern: '^[A-Za-z0-9_-]{22}$' }) })
export const OfflinePath = Strict({ message: Id })
export const DeliveryPath = Strict({ delivery: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) })
