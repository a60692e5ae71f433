import { Type, type Static } from 'typebox'
import { Strict } from '../shapes.ts'
import { isHttpUrl } from './field.ts'
import { FILE_TYPES, type FileType } from './media.ts'
import { MediaFields } from './shapes.ts'

/** The author as the visitor sees it: an agent, a bot, or "System". '' when unset, never absent (A30). */
export const AgentSender = Strict({
  name: Type.String({ description: 'name of the agent; empty when unset' }),
  photo: Type.String({ description: 'absolute http(s) URL of the avatar; empty when unset' }),
})
export const Recipient = Strict({
  id: Type.String({ description: 'the visitor, as received in sender.id' }),
})

const { file, file_name, file_size, latitude, longitude, ...details } = MediaFields
const Details = Type.Partial(Strict(details)).properties
const MessageHead = {
  id: Type.String({ description: 'identifier of the message in the service' }),
  text: Type.String({ description: 'what the agent wrote; for media a caption, empty when there is none' }),
}

/** A3: a message posted to the integrator. It has no event_name, so that receivers can tell it from an event (C24). */
export const AgentMessage = Strict(
  {
    sender: AgentSender,
    recipient: Recipient,
    message: Type.Union([
      Strict({ type: Type.Literal('text'), ...MessageHead }),
      Strict({
        type: Type.Enum(FILE_TYPES),
        ...MessageHead,
        file,
        file_name,
        file_size,
        ...Details,
      }),
      Strict({ type: Type.Literal('location'), ...MessageHead, latitude, longitude, ...Details }),
    ]),
  },
  { description: 'A message of an agent, a bot or the system to a visitor' },
)
export type AgentMessage = Static<typeof AgentMessage>

/** `name` and `size` are file_name and file_size on the wire. */
export type OutgoingMedia = {
  thumb?: string
  emoji?: string
  /** Seconds. */
  duration?: number
  /** Pixels. */
  width?: number
  height?: number
  performer?: string
  title?: string
} & (
  | { kind: FileType; file: string; name: string; /** Bytes. */ size: number }
  | { kind: 'location'; latitude: number; longitude: number }
)

export interface OutgoingMessage {
  sender: { name?: string | null; photo?: string | null }
  /** `sender.id` of the visitor, unchanged. */
  recipient: string
  message: { id: string; text: string; media?: OutgoingMedia }
}

/** A3, A30: the body for the integrator, its keys in the order of the interface document. */
export function agentMessage({ sender, recipient, message }: OutgoingMessage): AgentMessage {
  const { id, text, media } = message
  return {
    sender: agentSender(sender),
    recipient: { id: recipient },
    message: media ? mediaMessage(id, text, media) : { type: 'text', id, text },
  }
}

export function agentSender({ name, photo }: OutgoingMessage['sender']): Static<typeof AgentSender> {
  return { name: name ?? '', photo: photo && isHttpUrl(photo) ? photo : '' }
}

function mediaMessage(id: string, text: string, media: OutgoingMedia): AgentMessage['message'] {
  const rest = pick(media)
  if (media.kind === 'location') {
    return { type: media.kind, id, text, latitude: media.latitude, longitude: media.longitude, ...rest }
  }
  return { type: media.kind, id, text, file: media.file, file_name: media.name, file_size: media.size, ...rest }
}

/** The optional fields that have a value: some receivers cannot read null. */
function pick({ thumb, emoji, duration, width, height, performer, title }: OutgoingMedia) {
  return {
    ...(thumb !== undefined && { thumb }),
    ...(emoji !== undefined && { emoji }),
    ...(duration !== undefined && { duration }),
    ...(width !== undefined && { width }),
    ...(height !== undefined && { height }),
    ...(performer !== undefined && { performer }),
    ...(title !== undefined && { title }),
  }
}
