import { Bold, Italic, Link, List } from 'lucide-react'
import { formatWords } from './format-words.ts'
import { type Format, FORMATS } from './format.ts'

const ICONS = { bold: Bold, italic: Italic, link: Link, list: List }

/** Buttons that format the selected part of the answer. */
export default function FormatBar({ onFormat }: { onFormat: (how: Format) => void }) {
  return (
    <div role="group" aria-label={formatWords.title} className="flex items-center">
      {FORMATS.map((how) => {
        const Icon = ICONS[how]
        return (
          <button
            key={how}
            type="button"
            aria-label={formatWords[how]}
            title={`${formatWords[how]} (${formatWords.keys[how]})`}
            // The field keeps its selection.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onFormat(how)}
            className="grid size-6 place-items-center rounded-md text-muted transition-colors hover:bg-well hover:text-ink"
          >
            <Icon aria-hidden="true" className="size-3.5" />
          </button>
        )
      })}
    </div>
  )
}
