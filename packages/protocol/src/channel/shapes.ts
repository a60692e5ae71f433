import { Type, type Static } from 'typebox'
import { CUSTOMER_TEXT_MAX, EMAIL_MAX, FILE_NAME_MAX, NAME_MAX, PHONE_MAX, SENDER_ID_MAX, URL_MAX } from '../limits.ts'
import { Strict } from '../shapes.ts'
import { MEDIA_TYPES } from './media.ts'

/** The channel interface as it is documented. parseCustomer also accepts other forms. */

const Link = (description: string) =>
  Type.String({ maxLength: URL_MAX, pattern: '^[Hh][Tt][Tt][Pp][Ss]?://', description })
const Count = (description: string) => Type.Integer({ minimum: 1, description })

/** Fields of a message with media, the same in both directions. */
export const MediaFields = {
  file: Link('http(s) URL of the file; required for every type but location'),
  file_name: Type.String({ maxLength: FILE_NAME_MAX, description: 'name of the file' }),
  file_size: Count('bytes'),
  thumb: Link('http(s) URL of a thumbnail, 320 px wide'),
  emoji: Type.String({ description: 'Unicode character that may replace the media' }),
  duration: Count('seconds'),
  width: Count('pixels'),
  height: Count('pixels'),
  performer: Type.String({ maxLength: NAME_MAX, description: 'author, composer, performer' }),
  title: Type.String({ maxLength: NAME_MAX, description: 'title' }),
  latitude: Type.Number({ minimum: -90, maximum: 90, description: 'degrees; required for location' }),
  longitude: Type.Number({ minimum: -180, maximum: 180, description: 'degrees; required for location' }),
}

const SenderId = Type.Union(
  [Type.String({ minLength: 1, maxLength: SENDER_ID_MAX, examples: ['customer-324'] }), Type.Integer()],
  {
    description:
      'The visitor in your system, the same in every message. Compared exactly, returned as recipient.id. An integer is taken as its decimal text.',
  },
)

/** A2: a visitor's message, posted to the channel address. Unknown fields are ignored. */
export const CustomerMessage = Type.Object(
  {
    sender: Type.Object({
      id: SenderId,
      name: Type.Optional(
        Type.String({ description: `Shown to the agent; anonymous without. Longer than ${NAME_MAX} is cut` }),
      ),
      phone: Type.Optional(Type.String({ description: `Longer than ${PHONE_MAX} is cut` })),
      email: Type.Optional(Type.String({ description: `Longer than ${EMAIL_MAX} is cut` })),
      photo: Type.Optional(
        Type.String({
          description: 'Avatar: http(s) URL, best 128x128 px png, jpg or gif. Ignored when it is no such URL',
        }),
      ),
      url: Type.Optional(Type.String({ description: 'Where the visitor writes from; shown as a link when http(s)' })),
      invite: Type.Optional(
        Type.String({ description: 'Invitation that your front end showed; the agent sees it once per chat' }),
      ),
    }),
    message: Type.Object({
      type: Type.String({
        description: `text, ${MEDIA_TYPES.join(', ')}. Compared without case. A type that is unknown is delivered as text when it has one, else ignored`,
        examples: ['text'],
      }),
      id: Type.Optional(
        Type.String({
          description: 'Your identifier; for logs and receipts. Need not be unique unless the channel is set so',
        }),
      ),
      text: Type.Optional(
        Type.String({
          description: `Required for type text; a caption for media. Longer than ${CUSTOMER_TEXT_MAX} characters is cut`,
        }),
      ),
      ...Type.Partial(Type.Object(MediaFields)).properties,
    }),
  },
  { description: 'A message of a visitor' },
)
export type CustomerMessage = Static<typeof CustomerMessage>

/** A4, A20: a visitor began or stopped typing. `type` may also stand at the top level. */
export const CustomerTyping = Type.Object(
  {
    sender: Type.Object({ id: SenderId }),
    message: Type.Object({ type: Type.Union([Type.Literal('typein'), Type.Literal('typeout')]) }),
  },
  { description: 'A visitor began or stopped typing' },
)
export type CustomerTyping = Static<typeof CustomerTyping>

/** A5, A15, A20: the body of a 200. */
export const CustomerAnswer = Strict({
  result: Type.Literal('ok'),
  id: Type.Optional(
    Type.String({ description: 'identifier of the message in the service; absent for typing and ignored messages' }),
  ),
  cut: Type.Optional(
    Type.Literal(true, { description: `the text was over ${CUSTOMER_TEXT_MAX} characters and was cut` }),
  ),
  ignored: Type.Optional(Type.Literal(true, { description: 'unknown type without text: nothing was stored' })),
})
export type CustomerAnswer = Static<typeof CustomerAnswer>
