import { PLACES } from '@deskbell/protocol/agent/places'
import { type View, VIEWS } from './live/views.ts'

export const places = {
  view: (view: View) => `/inbox/${view}`,
  chat: PLACES.chat,
  alert: PLACES.alert,
  details: (view: View, chat: number) => `/inbox/${view}/${chat}/details`,
  visitors: '/visitors',
  offline: '/offline',
  archive: '/archive',
  contacts: '/contacts',
  contact: (id: number) => `/contacts/${id}`,
  channels: '/channels',
  channel: (id: number) => `/channels/${id}`,
  bots: '/bots',
  bot: (id: number) => `/bots/${id}`,
  sandboxes: (bot: number) => `/bots/${bot}/try`,
  sandbox: (bot: number, id: number) => `/bots/${bot}/try/${id}`,
  team: '/team',
  settings: '/settings',
  gettingStarted: '/settings/start',
  canned: '/settings/canned',
  macros: '/settings/macros',
  tags: '/settings/tags',
  webhooks: '/settings/webhooks',
  webhook: PLACES.webhook,
  webhookLog: (id: number) => `/settings/webhooks/${id}/deliveries`,
  deliveries: '/settings/deliveries',
  me: '/me',
  alerts: '/me/alerts',
  /** The page that shows the destination of a visitor's link. */
  leave: (to: string) => `/leave?to=${encodeURIComponent(to)}`,
}

export type InboxPlace = { view: View; chat: number | null; details: boolean }

/** The inbox screen of an address; null: the address is not in the inbox. */
export function toInboxPlace(path: string): InboxPlace | null {
  const [, room, view, chat, details] = path.split('/')
  if (room !== 'inbox' && room !== '') return null
  if (view === undefined || view === '') return { view: 'waiting', chat: null, details: false }
  if (!(VIEWS as readonly string[]).includes(view)) return null
  const id = chat === undefined || chat === '' ? null : Number(chat)
  if (id !== null && !Number.isSafeInteger(id)) return null
  return { view: view as View, chat: id, details: id !== null && details === 'details' }
}
