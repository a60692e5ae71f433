import { Type } from 'typebox'

/** A request that can be sent again without a second effect: both requests have the same key (A13). */
export const OnceHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description:
        'a key that you choose for this request: if you send the request again with it within 24 hours, you get the first answer',
    }),
  ),
})
