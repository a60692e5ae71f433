import type { Channel } from '@deskbell/protocol/agent/channel'
import type { OnSite } from '@deskbell/protocol/agent/chat'
import { words } from '../words/index.ts'

const w = words.visitors

/** What somebody on the site is called: a name they gave, or their number; null: they are new. */
export const nameOf = ({ name, number }: Pick<OnSite, 'name' | 'number'>): string | null =>
  name ?? (number === null ? null : w.visitor(number))

/** The site they came from; null: none, or nothing of the web. */
export function hostOf(referrer: string | undefined): string | null {
  const url = referrer === undefined ? null : URL.parse(referrer)
  return url && /^https?:$/.test(url.protocol) ? url.host : null
}

/** The campaign that brought them, by its name or by what there is of it. */
export function campaignOf({ utm }: OnSite['site']): string | null {
  const parts = [utm?.['campaign'], utm?.['source'], utm?.['medium']].filter(Boolean)
  return parts.length > 0 ? parts.join(' · ') : null
}

/** What the widget of a page is called; null for all while there is one widget, which goes without saying. */
export function widgetNames(channels: readonly Pick<Channel, 'id' | 'kind' | 'name'>[]) {
  const names = new Map(channels.filter(({ kind }) => kind === 'widget').map(({ id, name }) => [id, name]))
  return ({ channel }: Pick<OnSite, 'channel'>): string | null => (names.size > 1 ? (names.get(channel) ?? null) : null)
}
