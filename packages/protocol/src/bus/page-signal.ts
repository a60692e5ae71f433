import { Type, type Static } from 'typebox'
import { CallSignal } from '../agent/call.ts'
import { Id, Strict } from '../shapes.ts'

/** One who talks in a call: an agent (0: a telephone outside) or the visitor, by their number; or the media engine between them. */
const CallParty = Type.Union([
  Strict({ agent: Type.Integer({ ...Id, minimum: 0 }) }),
  Strict({ visitor: Id }),
  Strict({ engine: Type.Literal(true) }),
])

/** What a page of a call tells another one. */
export const PageSignal = Strict({ account: Id, call: Id, from: CallParty, to: CallParty, signal: CallSignal })
export type PageSignal = Static<typeof PageSignal>
