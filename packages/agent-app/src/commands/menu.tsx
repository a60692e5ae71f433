import { Dialog } from '@base-ui/react/dialog'
import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { saying } from '../api/client.ts'
import { channelsQuery } from '../api/queries.ts'
import { useFoundItems } from '../find/menu-items.ts'
import { viewsQuery } from '../find/queries.ts'
import { useCell, useSession } from '../live/react.ts'
import { macrosQuery } from '../macros/query.ts'
import { target } from '../macros/target.ts'
import { useRunMacro } from '../macros/use-run.ts'
import { macroWords } from '../macros/words.ts'
import { places } from '../places.ts'
import { isComposing } from '../ui/composing.ts'
import { words } from '../words/index.ts'
import { commandWords } from './words.ts'
import { groupsOf, type Item, macroGroups, toItems, toMacroItems, toPlaces } from './items.ts'
import { MenuList, optionId } from './menu-list.tsx'
import { NoMacros } from './no-macros.tsx'
import { itemsOnScreen } from './on-screen.ts'
import { query as searched, returnFocus, shown } from './open.ts'
import { keepRecent, readRecent } from './recent.ts'

const LIST = 'command-list'
const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }

const NO_MACROS: readonly never[] = []
const NO_VIEWS: readonly never[] = []

/** All available commands, macros, people and channels, found by typing; or, where it was opened so, the macros alone. */
export default function Menu() {
  const [open, setOpen] = useState(true)
  const query = useCell(searched)
  const [at, setAt] = useState(0)
  const { data: channels } = useQuery(channelsQuery)
  const [onlyMacros] = useState(shown.get() === 'macros')
  const [mayRun] = useState(target.get() !== null)
  const { data: macros = NO_MACROS, isLoading, error } = useQuery({ ...macrosQuery, enabled: mayRun })
  const runMacro = useRunMacro()
  // The screens' commands as the agent left them; the menu itself contributes none.
  const [commands] = useState(toItems)
  const [onScreen] = useState(itemsOnScreen)
  const { role } = useCell(useSession().live.me)
  const { data: views = NO_VIEWS } = useQuery(viewsQuery)
  const [recent] = useState(readRecent)
  const chosen = useRef<Item | null>(null)
  const input = useRef<HTMLInputElement>(null)

  const found = useFoundItems(query)

  const groups = useMemo(() => {
    const toChannels = (channels ?? []).map(({ id, name }): Item => ({
      id: `channel-${id}`,
      title: name,
      run: () => navigate(places.channel(id)),
    }))
    const toRun = toMacroItems(macros, runMacro)
    if (onlyMacros) return macroGroups(query, toRun)
    const toPlace = toPlaces(role, views, navigate)
    return groupsOf(
      query,
      { commands, onScreen, places: toPlace, macros: toRun, channels: toChannels, ...found },
      recent,
    )
  }, [query, commands, onScreen, role, views, macros, runMacro, onlyMacros, recent, channels, found])
  const items = groups.flatMap((group) => group.items)
  const active = items[Math.min(at, items.length - 1)]

  useEffect(() => {
    if (active) document.getElementById(optionId(active.id))?.scrollIntoView({ block: 'nearest' })
  }, [active])

  const run = (item: Item) => {
    chosen.current = item
    keepRecent(item.id)
    setOpen(false)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return
    const step = STEPS[event.key]
    if (step !== undefined) {
      event.preventDefault()
      const next = at + step
      // One step beyond an end leads to the other end, a page stops there.
      setAt(Math.abs(step) === 1 ? (next + items.length) % items.length : Math.max(0, Math.min(items.length - 1, next)))
    }
    if (event.key === 'Enter') {
      event.preventDefault()
      if (active) run(active)
    }
    if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      setOpen(false)
    }
  }
  const onClosed = () => {
    shown.set(null)
    // Before the command, which may move the focus itself.
    returnFocus()
    chosen.current?.run()
  }

  const search = onlyMacros ? macroWords.search : commandWords.search
  return (
    <Dialog.Root open={open} onOpenChange={setOpen} onOpenChangeComplete={(now) => now || onClosed()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-veil" />
        <Dialog.Popup
          initialFocus={input}
          finalFocus={false}
          className="fixed inset-x-0 top-[max(0.75rem,12dvh)] z-50 mx-auto flex max-h-[min(32rem,76dvh)] w-[calc(100vw-1.5rem)] max-w-xl flex-col overflow-hidden rounded-2xl border border-line bg-raised text-ink shadow-raised outline-none"
        >
          <Dialog.Title className="sr-only">{onlyMacros ? macroWords.run : commandWords.menu}</Dialog.Title>
          <div className="relative shrink-0 border-b border-line focus-within:border-accent">
            <Search aria-hidden="true" className="pointer-events-none absolute start-4 top-3.5 size-4.5 text-muted" />
            <input
              ref={input}
              type="text"
              role="combobox"
              dir="auto"
              autoComplete="off"
              spellCheck={false}
              value={query}
              aria-label={search}
              aria-expanded={items.length > 0}
              aria-controls={LIST}
              aria-autocomplete="list"
              aria-activedescendant={active && optionId(active.id)}
              placeholder={search}
              onChange={(event) => {
                searched.set(event.target.value)
                setAt(0)
              }}
              onKeyDown={onKeyDown}
              className="h-12 w-full bg-transparent ps-11 pe-4 text-md outline-none placeholder:text-muted"
            />
          </div>
          {onlyMacros && items.length === 0 ? (
            <NoMacros
              text={isLoading ? words.common.loading : error ? saying(error) : query ? macroWords.none : null}
            />
          ) : (
            <MenuList id={LIST} groups={groups} active={active} onRun={run} />
          )}
          <p role="status" className="sr-only">
            {items.length === 0 ? commandWords.none : query && commandWords.found(items.length)}
          </p>
          <p className="shrink-0 border-t border-line px-4 py-2 text-xs text-muted max-sm:hidden">
            {commandWords.help}
          </p>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
