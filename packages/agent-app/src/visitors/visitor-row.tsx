import type { OnSite } from '@deskbell/protocol/agent/chat'
import {
  AppWindow,
  Footprints,
  Globe,
  Link2,
  ListChecks,
  MapPin,
  Megaphone,
  MessageCircle,
  MessageCirclePlus,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { LinkOrText } from '../chat/link-or-text.tsx'
import { places } from '../places.ts'
import { placeOf } from '../text/place-of.ts'
import { full, lasting, number as figure } from '../text/when.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Button } from '../ui/button.tsx'
import { useSeconds } from '../ui/now.ts'
import { words } from '../words/index.ts'
import { campaignOf, hostOf, nameOf } from './visitor-names.ts'
import { Link } from '../ui/link.tsx'

const w = words.visitors
type Props = {
  visitor: OnSite
  /** Name of the widget on the page; null when there is only one. */
  widget: string | null
  onStart: () => void
  onRules: () => void
}

/** A visitor on the site, with actions: rules, and the open chat or a new one. */
export function VisitorRow({ visitor, widget, onStart, onRules }: Props) {
  const { chat, number, site, since, visit, visits } = visitor
  const now = useSeconds()
  const name = nameOf(visitor)
  const place = site.place ? placeOf(site.place) : ''
  const from = hostOf(site.referrer)
  const campaign = campaignOf(site)
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-3 gap-y-2 px-4 py-2.5 md:grid-cols-[auto_minmax(0,1fr)_auto] md:px-3">
      <Avatar name={visitor.name} id={number ?? visit} />
      <div className="min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <bdi className="truncate font-medium">{name ?? w.unknown}</bdi>
          <time dateTime={new Date(since).toISOString()} title={full(since)} className="text-xs text-muted">
            {w.since(lasting(Math.max(0, now - since), 'narrow'))}
          </time>
        </p>
        <p className="flex min-w-0 flex-wrap items-baseline gap-x-2 breakable">
          {site.title ? <bdi>{site.title}</bdi> : !site.url && <span className="text-muted">{w.noPage}</span>}
          {site.url && (
            <span className="min-w-0 text-xs">
              <LinkOrText href={site.url} text={site.url} small />
            </span>
          )}
        </p>
        <p className="mt-0.5 flex flex-wrap gap-x-3 gap-y-0.5 text-xs text-muted empty:hidden">
          {widget !== null && <Sign icon={<AppWindow />}>{w.widget(widget)}</Sign>}
          {visits > 1 && <Sign icon={<Footprints />}>{w.visits(visits, figure(visits))}</Sign>}
          {place !== '' && <Sign icon={<MapPin />}>{place}</Sign>}
          {from !== null && <Sign icon={<Link2 />}>{w.from(from)}</Sign>}
          {campaign !== null && <Sign icon={<Megaphone />}>{w.campaign(campaign)}</Sign>}
          {site.address && <Sign icon={<Globe />}>{site.address}</Sign>}
        </p>
      </div>
      <div className="flex flex-wrap gap-2 justify-self-start max-md:col-start-2">
        {chat === null ? (
          <Button size="sm" aria-label={w.startWith(name)} onClick={onStart}>
            <MessageCirclePlus aria-hidden="true" className="size-4" />
            {w.start}
          </Button>
        ) : (
          <Link
            href={places.chat('all', chat)}
            aria-label={w.openWith(name ?? w.unknown)}
            className="inline-flex h-7 shrink-0 items-center gap-1.5 rounded-md bg-tint px-2.5 text-sm font-medium text-accent transition-colors hover:text-accent-strong"
          >
            <MessageCircle aria-hidden="true" className="size-4" />
            {w.open}
          </Link>
        )}
        <Button size="sm" kind="quiet" aria-label={w.rules.title(name ?? w.unknown)} onClick={onRules}>
          <ListChecks aria-hidden="true" className="size-4" />
          {w.rules.button}
        </Button>
      </div>
    </li>
  )
}

const Sign = ({ icon, children }: { icon: ReactNode; children: string }) => (
  <span className="inline-flex min-w-0 items-center gap-1">
    <span aria-hidden="true" className="shrink-0 [&>svg]:size-3.5">
      {icon}
    </span>
    <bdi className="truncate">{children}</bdi>
  </span>
)
