import type { Channel } from '@deskbell/protocol/agent/channel'
import type { OnSite } from '@deskbell/protocol/agent/chat'
import { capabilitiesOf } from '../channels/capabilities.ts'
import { nameOf as known } from '../inbox/who.ts'
import { words } from '../words/index.ts'

/** What a visitor on the site is called, as in every list; null: a new visitor. */
export const nameOf = (visitor: Pick<OnSite, 'name' | 'email' | 'phone' | 'number'>): string | null =>
  known(visitor) ?? (visitor.number === null ? null : words.inbox.visitor(visitor.number))

/** The host of the referrer; null: none, or not a web page. */
export function hostOf(referrer: string | undefined): string | null {
  const url = referrer === undefined ? null : URL.parse(referrer)
  return url && /^https?:$/.test(url.protocol) ? url.host : null
}

/** The campaign by its name, or by the parameters there are. */
export function campaignOf({ utm }: OnSite['site']): string | null {
  const parts = [utm?.['campaign'], utm?.['source'], utm?.['medium']].filter(Boolean)
  return parts.length > 0 ? parts.join(' · ') : null
}

/** The name of each page's widget; null for all while there is only one widget. */
export function widgetNames(channels: readonly Pick<Channel, 'id' | 'kind' | 'name'>[]) {
  const widgets = channels.filter(({ kind }) => capabilitiesOf(kind).showsVisitors)
  const names = new Map(widgets.map(({ id, name }) => [id, name]))
  return ({ channel }: Pick<OnSite, 'channel'>): string | null => (names.size > 1 ? (names.get(channel) ?? null) : null)
}
