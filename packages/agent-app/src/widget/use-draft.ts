import type { WidgetSettings } from '@deskbell/protocol/widget/settings'
import { useChange } from '../channels/use-change.ts'
import { useCells, useSession } from '../live/react.ts'
import type { WidgetChannel } from './channel.ts'
import { keptDrafts } from './kept-drafts.ts'

/** Unsaved widget settings, kept across screens until they are saved or discarded. */
export function useDraft(channel: WidgetChannel) {
  const drafts = keptDrafts(useSession().who)
  const typed = useCells(drafts.cells, channel.id) ?? {}
  const { busy, done, problem, change, clear } = useChange(channel)
  const settings: WidgetSettings = { ...channel.widget, ...typed }
  const dirty = JSON.stringify(settings) !== JSON.stringify(channel.widget)
  const set = (more: Partial<WidgetSettings>) => {
    clear()
    drafts.keep(channel.id, { ...typed, ...more }, channel.widget)
  }
  const reset = () => {
    clear()
    drafts.forget(channel.id)
  }
  const save = async () => {
    const stored = { ...channel.widget, ...typed }
    // What was typed meanwhile stays.
    if (await change({ widget: typed })) drafts.keep(channel.id, drafts.cells.get(channel.id) ?? {}, stored)
  }
  return { settings, set, save: () => void save(), reset, dirty, busy, done, problem }
}
