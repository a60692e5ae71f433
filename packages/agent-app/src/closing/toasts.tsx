import { CircleAlert, CircleCheckBig, MessageCircle, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button, IconButton } from '../ui/button.tsx'
import { Key } from '../ui/tip.tsx'
import { words } from '../words/index.ts'
import { type Closing, dismiss, UNDO_SHOWN } from './closings.ts'
import { sentenceOf } from './sentence.ts'

const w = words.closing

type ToastsProps = {
  shown: readonly Closing[]
  onUndo: (closing: Closing) => void
  onOpen: (closing: Closing) => void
}

/** The notices about closings, the newest last. */
export default function Toasts({ shown, onUndo, onOpen }: ToastsProps) {
  return (
    <section
      aria-label={w.notices}
      className="fixed start-3 end-3 bottom-20 z-40 flex flex-col gap-2 sm:end-auto sm:bottom-4 sm:w-80 md:start-16"
    >
      {shown.map((closing) => (
        <Toast key={closing.key} closing={closing} onUndo={() => onUndo(closing)} onOpen={() => onOpen(closing)} />
      ))}
    </section>
  )
}

function Toast({ closing, onUndo, onOpen }: { closing: Closing; onUndo: () => void; onOpen: () => void }) {
  const { state } = closing
  const Icon = { closing: CircleCheckBig, stays: MessageCircle, failed: CircleAlert }[state.is]
  return (
    <div className="relative animate-appear overflow-hidden rounded-xl border border-line bg-raised shadow-raised">
      <div className="flex items-center gap-2.5 py-2 ps-3.5 pe-2">
        <Icon
          aria-hidden="true"
          className={state.is === 'failed' ? 'size-4 shrink-0 text-bad' : 'size-4 shrink-0 text-muted'}
        />
        <div className="min-w-0 flex-1 text-sm breakable">
          <p>{sentenceOf(closing)}</p>
          {state.is === 'failed' && <p className="text-muted">{state.problem}</p>}
        </div>
        {state.is === 'closing' ? (
          <Button size="sm" kind="quiet" className="text-accent" aria-keyshortcuts="z" onClick={onUndo}>
            {w.undo}
            <span aria-hidden="true" className="pointer-coarse:hidden">
              <Key>Z</Key>
            </span>
          </Button>
        ) : (
          <>
            <Button size="sm" kind="quiet" className="text-accent" onClick={onOpen}>
              {w.open}
            </Button>
            <IconButton label={w.dismiss} tip={false} className="size-7" onClick={() => dismiss(closing.key)}>
              <X className="size-4" />
            </IconButton>
          </>
        )}
      </div>
      {state.is === 'closing' && <RunningBar />}
    </div>
  )
}

/** Shrinks while the closing can be undone. It stands still for readers who asked for less motion. */
function RunningBar() {
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const run = bar.current?.animate([{ transform: 'scaleX(1)' }, { transform: 'scaleX(0)' }], {
      duration: UNDO_SHOWN,
      fill: 'forwards',
    })
    return () => run?.cancel()
  }, [])
  return <div ref={bar} aria-hidden="true" className="h-0.5 origin-left bg-accent rtl:origin-right" />
}
