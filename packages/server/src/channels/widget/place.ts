import type { ServerFrame } from '@deskbell/protocol/widget/frames'
import type { PlaceInQueue } from '../../realtime/queues/places.ts'
import type { Session } from './session.ts'

type PlaceFrame = Extract<ServerFrame, { t: 'place' }>
type Page = Pick<Session, 'account' | 'channelId' | 'chats' | 'send'>

/** Where the visitor's waiting chat stands in its queue, as the page may show it now; undefined: it shows nothing. */
export type PlaceOf = (page: Pick<Session, 'account' | 'channelId' | 'chats'>) => PlaceInQueue | undefined

/** Tells a page the visitor's place in the queue, when it changes. */
export class Place {
  readonly #page: Page
  readonly #placeOf: PlaceOf
  /** What the page shows. */
  #told: PlaceFrame | undefined

  constructor(page: Page, placeOf: PlaceOf) {
    this.#page = page
    this.#placeOf = placeOf
  }

  /** The page was greeted, and shows no place. */
  begin(): void {
    this.#told = undefined
    this.tell()
  }

  tell(): void {
    const { chat } = this.#page.chats
    const found = chat === undefined ? undefined : this.#placeOf(this.#page)
    const told = this.#told
    if (chat !== undefined && found) {
      if (told?.chat === chat && told.place === found.place && told.wait === found.wait) return
      this.#told = { t: 'place', chat, ...found }
      return this.#page.send(this.#told)
    }
    if (!told) return
    this.#told = undefined
    this.#page.send({ t: 'place', chat: told.chat, place: null })
  }
}
