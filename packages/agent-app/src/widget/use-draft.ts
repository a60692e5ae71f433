import type { WidgetSettings } from '@deskbell/protocol/widget/settings'
import { useState } from 'react'
import { useChange } from '../channels/use-change.ts'
import type { WidgetChannel } from './channel.ts'

/** Settings that are being edited, as they would be, until they are saved or taken back. */
export function useDraft(channel: WidgetChannel) {
  const [typed, setTyped] = useState<Partial<WidgetSettings>>({})
  const { busy, done, problem, change, clear } = useChange(channel)
  const settings: WidgetSettings = { ...channel.widget, ...typed }
  const dirty = JSON.stringify(settings) !== JSON.stringify(channel.widget)
  const set = (more: Partial<WidgetSettings>) => {
    clear()
    setTyped({ ...typed, ...more })
  }
  const reset = () => {
    clear()
    setTyped({})
  }
  const save = () => void change({ widget: typed }).then((saved) => saved && setTyped({}))
  return { settings, set, save, reset, dirty, busy, done, problem }
}
