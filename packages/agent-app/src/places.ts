import type { SearchGroup } from '@deskbell/protocol/agent/search-groups'
import { PLACES } from '@deskbell/protocol/agent/places'
import { type List, parseList } from './live/lists.ts'

export const places = {
  view: (list: List) => `/inbox/${list}`,
  /** `entry`: the one to show. */
  chat: (list: List, chat: number, entry?: number) =>
    `/inbox/${list}/${chat}${entry === undefined ? '' : `#entry-${entry}`}`,
  alert: PLACES.alert,
  details: (list: List, chat: number) => `/inbox/${list}/${chat}/details`,
  live: '/live',
  visitors: '/visitors',
  offline: '/offline',
  archive: '/archive',
  contacts: '/contacts',
  contact: PLACES.contact,
  tasks: PLACES.tasks,
  doneTasks: '/tasks/done',
  calls: '/calls',
  missedCalls: PLACES.missedCalls,
  task: PLACES.task,
  /** With what is searched; with a group, all of its results. */
  search: (q = '', group?: SearchGroup) =>
    `/search${q === '' ? '' : `?${new URLSearchParams({ q, ...(group && { in: group }) }).toString()}`}`,
  channels: '/channels',
  channel: (id: number) => `/channels/${id}`,
  bots: '/bots',
  bot: (id: number) => `/bots/${id}`,
  sandboxes: (bot: number) => `/bots/${bot}/try`,
  sandbox: (bot: number, id: number) => `/bots/${bot}/try/${id}`,
  team: '/team',
  settings: '/settings',
  gettingStarted: '/settings/start',
  routing: '/settings/routing',
  canned: '/settings/canned',
  macros: '/settings/macros',
  tags: '/settings/tags',
  webhooks: '/settings/webhooks',
  webhook: PLACES.webhook,
  callSettings: '/settings/calls',
  trunk: '/settings/calls/trunk',
  callProvider: '/settings/calls/provider',
  webhookLog: (id: number) => `/settings/webhooks/${id}/deliveries`,
  deliveries: '/settings/deliveries',
  me: '/me',
  alerts: '/me/alerts',
  /** The page that shows the destination of a visitor's link. */
  leave: (to: string) => `/leave?to=${encodeURIComponent(to)}`,
}

export type InboxPlace = { view: List; chat: number | null; details: boolean }

/** The inbox screen of an address; null: the address is not in the inbox. */
export function toInboxPlace(path: string): InboxPlace | null {
  const [, room, view, chat, details] = path.split('/')
  if (room !== 'inbox' && room !== '') return null
  if (view === undefined || view === '') return { view: 'waiting', chat: null, details: false }
  const list = parseList(view)
  if (list === null) return null
  const id = chat === undefined || chat === '' ? null : Number(chat)
  if (id !== null && !Number.isSafeInteger(id)) return null
  return { view: list, chat: id, details: id !== null && details === 'details' }
}
