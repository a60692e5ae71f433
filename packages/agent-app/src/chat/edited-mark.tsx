import { ChevronRight } from 'lucide-react'
import type { Edited } from '../live/fold.ts'
import { Rich } from '../text/rich.tsx'
import { full } from '../text/when.ts'
import { words } from '../words/index.ts'

const w = words.chat

/** Shows that and when the visitor edited a message. The earlier texts unfold, oldest first. */
export function EditedMark({ edited: { at, earlier } }: { edited: Edited }) {
  const when = w.editedAt(full(at))
  // A file may have been sent without a text.
  const texts = earlier.filter((text) => text !== '')
  if (texts.length === 0)
    return (
      <p title={when} className="mt-0.5 text-xs text-muted">
        {w.edited}
      </p>
    )
  const show = w.showEarlier(texts.length)
  return (
    <details className="group mt-0.5 text-xs text-muted">
      <summary title={`${when} · ${show}`} className="w-fit cursor-pointer list-none rounded hover:text-ink">
        {w.edited}
        <span className="sr-only">. {show}</span>
        <ChevronRight
          aria-hidden="true"
          className="ms-0.5 inline size-3.5 align-[-0.2em] transition-transform group-open:rotate-90 rtl:-scale-x-100 rtl:group-open:-rotate-90"
        />
      </summary>
      <ol className="mt-1 mb-0.5 flex flex-col gap-1.5 border-s-2 border-edge ps-2 text-sm">
        {texts.map((text, index) => (
          <li key={index} dir="auto" className="whitespace-pre-wrap breakable">
            <Rich text={text} foreign />
          </li>
        ))}
      </ol>
    </details>
  )
}
