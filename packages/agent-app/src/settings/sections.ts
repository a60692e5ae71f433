import type { DOCS_PLACES } from '@deskbell/protocol/agent/docs-places'
import {
  Bell,
  Bot,
  Building2,
  ListChecks,
  type LucideIcon,
  Phone,
  Radio,
  ScrollText,
  Split,
  Tags,
  UserRound,
  UsersRound,
  Webhook,
  Workflow,
  Zap,
} from 'lucide-react'
import type { ComponentType } from 'react'
import type { ScreenProps } from '../nav/rooms.ts'
import { places } from '../places.ts'
import { lazyScreen } from '../ui/lazy-screen.tsx'
import { words } from '../words/index.ts'

const w = words.settings.sections

export interface Section {
  /** The title above the section in the list. */
  group: keyof typeof words.settings.groups
  /** The start of its addresses. */
  href: string
  icon: LucideIcon
  label: string
  /** Its page of the documentation. */
  docs: keyof typeof DOCS_PLACES
  /** Hidden from role agent, who has no access. */
  adminsOnly?: true
  Screen: ComponentType<ScreenProps>
}

/** The sections of the settings, in their order. A new section is a line here. */
// oxfmt-ignore
const SECTIONS: readonly Section[] = [
  { group: 'you', href: places.me, icon: UserRound, label: w.me, docs: 'me', Screen: lazyScreen(() => import('../me/me.tsx')) },
  { group: 'you', href: places.alerts, icon: Bell, label: w.alerts, docs: 'alerts', Screen: lazyScreen(() => import('../alerts/alert-settings.tsx')) },
  { group: 'company', href: places.gettingStarted, icon: ListChecks, label: w.gettingStarted, docs: 'gettingStarted', adminsOnly: true, Screen: lazyScreen(() => import('../checklist/getting-started.tsx')) },
  { group: 'company', href: places.settings, icon: Building2, label: w.general, docs: 'general', Screen: lazyScreen(() => import('./general.tsx')) },
  { group: 'company', href: places.team, icon: UsersRound, label: w.team, docs: 'team', Screen: lazyScreen(() => import('../team/team.tsx')) },
  { group: 'conversations', href: places.channels, icon: Radio, label: w.channels, docs: 'channels', Screen: lazyScreen(() => import('../channels/channels.tsx')) },
  { group: 'conversations', href: places.bots, icon: Bot, label: w.bots, docs: 'bots', adminsOnly: true, Screen: lazyScreen(() => import('../bots/bots.tsx')) },
  { group: 'conversations', href: places.routing, icon: Split, label: w.routing, docs: 'routing', adminsOnly: true, Screen: lazyScreen(() => import('../routing/routing.tsx')) },
  { group: 'conversations', href: places.callSettings, icon: Phone, label: w.calls, docs: 'calls', Screen: lazyScreen(() => import('../calls/call-settings.tsx')) },
  { group: 'conversations', href: places.canned, icon: Zap, label: w.canned, docs: 'canned', Screen: lazyScreen(() => import('../canned/canned.tsx')) },
  { group: 'conversations', href: places.macros, icon: Workflow, label: w.macros, docs: 'macros', Screen: lazyScreen(() => import('../macros/macros.tsx')) },
  { group: 'conversations', href: places.tags, icon: Tags, label: w.tags, docs: 'tags', Screen: lazyScreen(() => import('../tags/tags.tsx')) },
  { group: 'connections', href: places.webhooks, icon: Webhook, label: w.webhooks, docs: 'webhooks', adminsOnly: true, Screen: lazyScreen(() => import('../webhooks/all-webhooks.tsx')) },
  { group: 'connections', href: places.deliveries, icon: ScrollText, label: w.deliveries, docs: 'deliveries', adminsOnly: true, Screen: lazyScreen(() => import('../deliveries/whole-log.tsx')) },
]

/** The section of an address: the one with the longest start; undefined: the address is not in the settings. */
export const sectionOf = (path: string): Section | undefined =>
  SECTIONS.filter(({ href }) => path === href || path.startsWith(`${href}/`)).toSorted(
    (a, b) => b.href.length - a.href.length,
  )[0]

/** The sections that a person sees in the list. */
export const sectionsFor = (role: string): readonly Section[] =>
  SECTIONS.filter(({ adminsOnly }) => !adminsOnly || role !== 'agent')
