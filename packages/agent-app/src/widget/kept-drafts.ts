import type { WidgetSettings } from '@deskbell/protocol/widget/settings'
import { Cells } from '../live/cells.ts'

type Typed = Partial<WidgetSettings>

/** By account and agent, so that agents do not see each other's unsaved changes. */
const kept = new Map<string, ReturnType<typeof makeDrafts>>()

/** An agent's unsaved changes of widgets, by channel. */
export function keptDrafts(who: string, on?: Asking) {
  const drafts = kept.get(who) ?? makeDrafts(on)
  kept.set(who, drafts)
  return drafts
}

/** Dropped at sign-out. */
export function forgetKept(): void {
  for (const { cells, forget } of kept.values()) for (const channel of [...cells.keys()]) forget(channel)
  kept.clear()
}

/** The browser asks before a window with unsaved changes is closed. */
const askFirst = (event: Event) => event.preventDefault()

type Asking = Pick<EventTarget, 'addEventListener' | 'removeEventListener'>

export function makeDrafts(on: Asking = globalThis) {
  const cells = new Cells<number, Typed>()
  const forget = (channel: number): void => {
    cells.delete(channel)
    if (cells.keys().next().done) on.removeEventListener('beforeunload', askFirst)
  }
  return {
    cells,
    forget,
    /** A value equal to the stored one is no change. */
    keep(channel: number, typed: Typed, stored: WidgetSettings): void {
      const entries = Object.entries(typed) as [keyof WidgetSettings, unknown][]
      const changed = entries.filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(stored[name]))
      if (changed.length === 0) return forget(channel)
      cells.set(channel, Object.fromEntries(changed) as Typed)
      on.addEventListener('beforeunload', askFirst)
    },
  }
}
