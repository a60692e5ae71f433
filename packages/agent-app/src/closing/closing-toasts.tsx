import { navigate } from 'wouter/use-browser-location'
import { memo } from 'react'
import { useCommands } from '../commands/registry.ts'
import { useCell, useSession } from '../live/react.ts'
import { places } from '../places.ts'
import { later } from '../ui/later.tsx'
import { words } from '../words/index.ts'
import { type Closing, closings, dismiss, undo } from './closings.ts'
import { sentenceOf } from './sentence.ts'

const w = words.closing

const Toasts = later(() => import('./toasts.tsx'))

/** What this agent closed just now, each with the way back. */
export const ClosingToasts = memo(function ClosingToasts() {
  const { live } = useSession()
  const shown = useCell(closings)

  const open = ({ key, view, chat }: Closing) => {
    dismiss(key)
    navigate(places.chat(view, chat))
  }
  const takeBack = (closing: Closing) => {
    navigate(places.chat(closing.view, closing.chat))
    void undo(live, closing)
  }
  const undone = shown.findLast(({ state }) => state.is === 'closing')
  useCommands({ 'chat.undoClose': undone ? () => takeBack(undone) : null })

  const newest = shown.at(-1)
  return (
    <>
      <div role="status" aria-live="polite" className="sr-only">
        {newest && `${sentenceOf(newest)}. ${newest.state.is === 'closing' ? w.undoKey : ''}`}
      </div>
      {shown.length > 0 && <Toasts shown={shown} onUndo={takeBack} onOpen={open} />}
    </>
  )
})
