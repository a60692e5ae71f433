import { whoOf } from '../inbox/who.ts'
import type { Live } from '../live/state.ts'
import { found } from '../live/views.ts'
import type { Macro } from '@deskbell/protocol/agent/macro'
import type { SavedView } from '@deskbell/protocol/agent/saved-view'
import { listOf } from '../find/view-in-use.ts'
import { findWords } from '../find/words.ts'
import { summaryOf } from '../macros/describe.ts'
import { macroWords } from '../macros/words.ts'
import { places } from '../places.ts'
import { sectionsFor } from '../settings/sections.ts'
import { words } from '../words/index.ts'
import { commandWords } from './words.ts'
import { rank } from './rank.ts'
import { handlerOf } from './registry.ts'
import { COMMAND_IDS, definitionOf, GROUPS } from './table.ts'

/** One line of the menu. `keys` as the table writes them; `beside` tells items of one name apart. */
export type Item = { id: string; title: string; beside?: string; keys?: string; run: () => void }
export type ItemGroup = { title: string; items: readonly Item[] }

/** Sections of the settings that the commands of the table lead to. */
const WITH_COMMAND: ReadonlySet<string> = new Set([
  places.me,
  places.settings,
  places.team,
  places.channels,
  places.bots,
  places.canned,
  places.macros,
  places.webhooks,
  places.deliveries,
])

const RECENT = 5
const PEOPLE = 8

/** The commands that are available now. */
export function toItems(): (Item & { group: (typeof GROUPS)[number] })[] {
  return COMMAND_IDS.flatMap((id) => {
    const { group, keys = [], onlyKey = false } = definitionOf(id)
    const title = commandWords.titles[id]
    const run = onlyKey ? null : handlerOf(id)
    return run ? [{ id, title, group, run, ...(keys[0] !== undefined && { keys: keys[0] }) }] : []
  })
}

/** The visitors of the loaded chats, open ones first, by name or other data. */
export function findPeople(live: Live, query: string, navigate: (to: string) => void): Item[] {
  if (query.trim() === '') return []
  const chats = [...live.chats.values()].filter((chat) => !chat.erased && found(query, chat))
  return chats
    .toSorted((a, b) => Number(a.state === 'closed') - Number(b.state === 'closed') || b.lastAt - a.lastAt)
    .slice(0, PEOPLE)
    .map((chat) => ({
      id: `chat-${chat.id}`,
      title: whoOf(chat),
      beside: `${words.inbox.number(chat.visitor.number)} ${chat.channel.name}`,
      run: () => navigate(places.chat(chat.state === 'closed' ? 'closed' : 'all', chat.id)),
    }))
}

/** The macros that can run in the open chat. */
export const toMacroItems = (macros: readonly Macro[], run: (macro: Macro) => void): Item[] =>
  macros.map((macro) => ({
    id: `macro-${macro.id}`,
    title: macro.title,
    beside: summaryOf(macro),
    run: () => run(macro),
  }))

/** What the menu of macros shows: by use without a query. */
export const macroGroups = (query: string, macros: readonly Item[]): ItemGroup[] => {
  const items = query.trim() === '' ? macros : rank(query, macros, [])
  return items.length > 0 ? [{ title: macroWords.title, items }] : []
}

/** The sections of the settings that have no command of their own, and the saved views. */
export function toPlaces(role: string, views: readonly SavedView[], navigate: (to: string) => void): ItemGroup[] {
  const sections = sectionsFor(role).filter(({ href }) => !WITH_COMMAND.has(href))
  return [
    {
      title: findWords.views.label,
      items: views.map((view) => ({
        id: `view-${view.id}`,
        title: view.name,
        beside: words.inbox.views[view.view],
        run: () => navigate(places.view(listOf(view))),
      })),
    },
    {
      title: words.nav.settings,
      items: sections.map(({ href, label }) => ({ id: `go-${href}`, title: label, run: () => navigate(href) })),
    },
  ]
}

type Sources = {
  commands: ReturnType<typeof toItems>
  /** What the screen shows besides (`on-screen.ts`). */
  onScreen: readonly Item[]
  places: readonly ItemGroup[]
  macros: readonly Item[]
  channels: readonly Item[]
  people: readonly Item[]
  chats: readonly Item[]
}

/** What the menu shows for a query. Without one: the recent commands, then all by group. */
export function groupsOf(
  query: string,
  { commands, onScreen, places, macros, channels, people, chats }: Sources,
  recent: readonly string[],
) {
  const w = commandWords
  const groups: ItemGroup[] = []
  if (query.trim() === '') {
    const last = recent.flatMap((id) => commands.find((one) => one.id === id) ?? []).slice(0, RECENT)
    const rest = commands.filter((one) => !last.includes(one))
    groups.push({ title: w.recent, items: last })
    for (const group of GROUPS)
      groups.push({ title: w.groups[group], items: rest.filter((one) => one.group === group) })
    groups.push({ title: w.onScreen, items: onScreen }, ...places)
  } else {
    groups.push({ title: w.results, items: rank(query, [...commands, ...onScreen], recent) })
    for (const { title, items } of places) groups.push({ title, items: rank(query, items, recent) })
    groups.push({ title: macroWords.title, items: rank(query, macros, recent) })
    groups.push({ title: w.people, items: people })
    groups.push({ title: w.chats, items: chats })
    groups.push({ title: w.channels, items: rank(query, channels, recent) })
  }
  return groups.filter(({ items }) => items.length > 0)
}
