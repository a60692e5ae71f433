import { Type, type Static } from 'typebox'
import { ATTACHMENTS_MAX, COMMENT_MAX, MENTIONS_MAX } from '../limits.ts'
import { TEXT_FORMS } from '../text-forms.ts'
import { EntryNumber, Id, Nullable, Strict } from '../shapes.ts'

export const AcceptBody = Strict({
  takeOver: Type.Optional(Type.Boolean({ description: 'take the chat although another agent holds it' })),
})
/** What a client had of a chat when its agent closed it. */
export const HadReceived = Type.Optional(
  Type.Integer({
    minimum: 0,
    description:
      '`received` of the chat as you had it. If the visitor has written more since, the chat stays open, as with a message that comes while it is closing; without it such a message is closed with the chat',
  }),
)
export const CloseBody = Strict({
  received: HadReceived,
  undoFor: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 10_000,
      description: 'milliseconds in which the closing can be taken back; without it the chat closes at once',
    }),
  ),
})
export const SendBody = Strict({
  formatted: Type.Optional(
    Type.Boolean({
      description:
        'the text is markdown with bold, italic and links, as of bots. Channels that cannot show it get the plain text',
    }),
  ),
  text: Type.Optional(
    Type.String({ description: 'at most 10 000 characters (A14); may be left out beside attachments' }),
  ),
  attachments: Type.Optional(
    Type.Array(Type.String({ pattern: TEXT_FORMS.upload }), {
      minItems: 1,
      maxItems: ATTACHMENTS_MAX,
      uniqueItems: true,
      description: 'files that you uploaded into this chat, in the order to show',
    }),
  ),
})
/** A private note. */
export const NoteBody = Strict({
  text: Type.String({ description: 'at most 10 000 characters' }),
  mentions: Type.Optional(
    Type.Array(Id, {
      maxItems: MENTIONS_MAX,
      uniqueItems: true,
      description: 'agents who may see the chat; they get a mark at it',
    }),
  ),
})
export const ScheduleBody = Strict({
  formatted: Type.Optional(
    Type.Boolean({
      description:
        'the text is markdown with bold, italic and links, as of bots. Channels that cannot show it get the plain text',
    }),
  ),
  text: SendBody.properties.text,
  attachments: SendBody.properties.attachments,
  at: Type.Optional(
    Type.Integer({ description: 'when to send it, in milliseconds since the epoch; at most 90 days ahead' }),
  ),
  hold: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 30_000,
      description: 'instead of `at`: milliseconds in which the message can be taken back',
    }),
  ),
})
const Comment = Type.Optional(
  Type.String({ minLength: 1, maxLength: COMMENT_MAX, description: 'for the colleague; visitors do not see it' }),
)
export const HandOverBody = Strict({
  to: Type.Optional(Id),
  department: Type.Optional(Id),
  comment: Type.Optional(
    Type.String({ minLength: 1, maxLength: COMMENT_MAX, description: 'for the agents of the department' }),
  ),
})
export const OfferBody = Strict({ to: Id, comment: Comment })
export const DeclineBody = Strict({
  reason: Type.Optional(
    Type.String({ minLength: 1, maxLength: COMMENT_MAX, description: 'for the colleague; visitors do not see it' }),
  ),
})
export const SnoozeBody = Strict({
  until: Nullable(
    Type.Integer({
      description:
        'in milliseconds since the epoch, at most 90 days ahead; null: until the next message of the visitor',
    }),
  ),
})
export const Sent = Strict({ n: EntryNumber })
/** A file that waits to be attached to a message. */
export const Upload = Strict({
  file: Type.String({ description: 'names the file in `attachments` of a message' }),
  name: Type.String({ description: 'as it will be shown: cleaned, with an ending that fits its content' }),
  size: Type.Integer({ description: 'bytes' }),
  mime: Type.String({ description: 'type found in the content' }),
})
export type Upload = Static<typeof Upload>
export const TypingBody = Strict({ on: Type.Optional(Type.Boolean({ default: true })) })
export const ReadBody = Strict({
  n: EntryNumber,
  received: Type.Integer({
    minimum: 0,
    maximum: 2 ** 31 - 1,
    description: '`received` of the chat when the agent read it',
  }),
})
