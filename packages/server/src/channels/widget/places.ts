import type { Services } from '../../services.ts'
import { warning } from '../../platform/log.ts'
import { makePlaces } from '../../realtime/queues/places.ts'
import type { PlaceOf } from './place.ts'
import type { SessionRegistry } from './session-registry.ts'

type Needs = Pick<Services, 'db' | 'clock' | 'log' | 'directory' | 'presence' | 'availability'> & {
  readonly registry: Pick<SessionRegistry, 'sessions'>
}

/** The places of this process's visitors, where the widget shows them and an agent could accept the chat. */
export function makeVisitorPlaces(needs: Needs): { readonly placeOf: PlaceOf; readonly start: () => () => unknown } {
  const { log, directory, availability, registry } = needs

  function isShown(account: number, channelId: number): boolean {
    const channel = directory.channel(account, channelId)
    return channel?.widget?.placeShown === true && availability.agents(channel)
  }

  function wanted(): Map<number, Set<number>> {
    const shown = new Map<number, boolean>()
    const chats = new Map<number, Set<number>>()
    for (const { account, channelId, chats: page } of registry.sessions) {
      if (page.chat === undefined) continue
      const isWanted = shown.get(channelId) ?? isShown(account, channelId)
      shown.set(channelId, isWanted)
      if (isWanted) chats.set(account, (chats.get(account) ?? new Set()).add(page.chat))
    }
    return chats
  }

  const places = makePlaces({
    ...needs,
    wanted,
    onRead() {
      for (const session of registry.sessions) session.place.tell()
    },
    onError: warning(log, 'the places of waiting visitors could not be read; the server tries again'),
  })
  return {
    start: places.start,
    placeOf: ({ account, channelId, chats: { chat } }) =>
      chat !== undefined && isShown(account, channelId) ? places.of(account, chat) : undefined,
  }
}
