import type { Role } from '@deskbell/protocol/agent/people'
import { useQuery } from '@tanstack/react-query'
import {
  Activity,
  Archive,
  ContactRound,
  Footprints,
  Inbox,
  ListTodo,
  type LucideIcon,
  Mail,
  Phone,
  Search,
  Settings,
} from 'lucide-react'
import type { ComponentType } from 'react'
import { missedCallsQuery } from '../api/calls.ts'
import { waitingQuery } from '../api/offline.ts'
import { useCell, useSession } from '../live/react.ts'
import { places } from '../places.ts'
import { useDueCount } from '../tasks/use-due-count.ts'
import { lazyScreen } from '../ui/lazy-screen.tsx'
import { words } from '../words/index.ts'

/** `rest`: the parts of the address behind the screen's own. */
export type ScreenProps = { rest: readonly string[] }
type Count = readonly [n: number, label: string]

export interface Room {
  /** The first part of its addresses. */
  at: string
  href: string
  icon: LucideIcon
  label: string
  /** Hidden from role agent, who has no access. */
  adminsOnly?: true
  /** In the bar of a phone; the others are in the sheet behind "More". */
  onPhone?: true
  /** The number beside the icon; a hook. */
  useCount?: () => Count
  /** Absent: the inbox, which is loaded with the application. */
  Screen?: ComponentType<ScreenProps>
}

const useUnread = (): Count => {
  const unread = useCell(useSession().live.unread)
  return [unread, words.inbox.unread(unread)]
}
const useOffline = (): Count => {
  const { data: waiting = 0 } = useQuery(waitingQuery)
  return [waiting, words.offline.waiting(waiting)]
}

const useTasks = (): Count => {
  const due = useDueCount()
  return [due, words.nav.tasksDue(due)]
}

const useMissed = (): Count => {
  const { data: missed = 0 } = useQuery(missedCallsQuery)
  return [missed, words.nav.callsMissed(missed)]
}

/** The places of the rail, in their order. A new place is a line here. */
// oxfmt-ignore
export const ROOMS: readonly Room[] = [
  { at: 'inbox', href: places.view('waiting'), icon: Inbox, label: words.nav.inbox, onPhone: true, useCount: useUnread },
  { at: 'search', href: places.search(), icon: Search, label: words.nav.search, onPhone: true, Screen: lazyScreen(() => import('../find/search-page.tsx')) },
  { at: 'live', href: places.live, icon: Activity, label: words.nav.live, adminsOnly: true, Screen: lazyScreen(() => import('../live-view/live-view.tsx')) },
  { at: 'visitors', href: places.visitors, icon: Footprints, label: words.nav.visitors, onPhone: true, Screen: lazyScreen(() => import('../visitors/visitors.tsx')) },
  { at: 'contacts', href: places.contacts, icon: ContactRound, label: words.nav.contacts, Screen: lazyScreen(() => import('../contacts/contacts.tsx')) },
  { at: 'tasks', href: places.tasks, icon: ListTodo, label: words.nav.tasks, useCount: useTasks, Screen: lazyScreen(() => import('../tasks/tasks.tsx')) },
  { at: 'calls', href: places.calls, icon: Phone, label: words.nav.calls, useCount: useMissed, Screen: lazyScreen(() => import('../calls/call-list.tsx')) },
  { at: 'offline', href: places.offline, icon: Mail, label: words.nav.offlineAll, useCount: useOffline, Screen: lazyScreen(() => import('../offline/offline.tsx')) },
  { at: 'archive', href: places.archive, icon: Archive, label: words.nav.archive, onPhone: true, Screen: lazyScreen(() => import('../archive/archive.tsx')) },
]

/** The places that an agent of this role has. */
export const roomsFor = (role: Role): readonly Room[] =>
  ROOMS.filter(({ adminsOnly }) => !adminsOnly || role !== 'agent')

/** At the foot of the rail. Its sections have addresses of their own (`settings/sections.ts`). */
export const SETTINGS = { href: places.settings, icon: Settings, label: words.nav.settings }
