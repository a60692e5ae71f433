import type { Person } from './shapes.ts'

/** What says who works in a chat besides its holder, as the state and the wire have it. */
interface Shared {
  readonly offer?: { readonly to: Person }
  readonly colleagues?: readonly Person[]
  readonly asked?: readonly Person[]
}

/** The agents besides the holder in whose list the chat is: it is offered to them, or they write in it, or were asked to. */
export const othersIn = ({ offer, colleagues = [], asked = [] }: Shared): Person[] => [
  ...(offer ? [offer.to] : []),
  ...colleagues,
  ...asked,
]
