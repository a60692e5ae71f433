import { Eraser } from 'lucide-react'
import { words } from '../words/index.ts'

const w = words.erase

/** Where the focus goes when what it was on has gone with the data. */
export const ERASED = 'erased-data'

/** In the place of all that was known of a person: that it is gone. */
export const Erased = () => (
  <section id={ERASED} tabIndex={-1} aria-label={w.gone} className="border-b border-line bg-well px-5 py-4">
    <div className="flex gap-3">
      <Eraser aria-hidden="true" className="size-5 shrink-0 text-muted" />
      <div className="min-w-0">
        <p className="text-sm font-semibold">{w.gone}</p>
        <p className="mt-0.5 text-xs text-soft text-pretty">{w.goneHelp}</p>
      </div>
    </div>
  </section>
)
