import { Type, type TSchema, type Static } from 'typebox'

/** A strict object: the agent API and the widget's wire refuse unknown fields (T23). */
export const Strict = <P extends Record<string, TSchema>>(properties: P, options: { description?: string } = {}) =>
  Type.Object(properties, { additionalProperties: false, ...options })

export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])

/** Milliseconds since the epoch. */
export const Time = Type.Integer({ description: 'milliseconds since the epoch, UTC' })
export const ChatId = Type.Integer({
  minimum: 1,
  maximum: 2 ** 31 - 1,
  description: 'chat, numbered within the account',
})
export const EntryNumber = Type.Integer({
  minimum: 0,
  maximum: 2 ** 31 - 1,
  description: 'entry, 1, 2, 3 within its chat',
})
export const Id = Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 })

/** The body of a refusal on every HTTP interface of the server. */
export const ErrorBody = Strict({
  error: Strict({
    code: Type.String(),
    message: Type.String({ description: 'for developers: what is wrong and what would be right' }),
    field: Type.Optional(Type.String({ description: 'JSON pointer of the field that is wrong' })),
  }),
})
export type ErrorBody = Static<typeof ErrorBody>

export const Ok = Strict({ result: Type.Literal('ok') })
