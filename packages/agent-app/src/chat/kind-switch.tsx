import { cx } from '../ui/cx.ts'
import { Key } from '../ui/tip.tsx'
import { words } from '../words/index.ts'

type Props = { isNote: boolean; onChange: (isNote: boolean) => void }

/** What the field writes: a reply to the visitor, or a private note. */
export const KindSwitch = ({ isNote, onChange }: Props) => (
  <div role="group" aria-label={words.notes.kind} className="me-1 flex items-center gap-0.5">
    {([false, true] as const).map((note) => (
      <button
        key={String(note)}
        type="button"
        aria-pressed={isNote === note}
        aria-keyshortcuts={note ? 'n' : 'r'}
        onClick={() => onChange(note)}
        className={cx(
          'inline-flex h-7 items-center gap-1.5 rounded-md px-2 text-xs font-medium transition-colors',
          isNote !== note && 'text-muted hover:bg-hover hover:text-ink',
          isNote === note && (note ? 'bg-panel text-warm' : 'bg-well text-ink'),
        )}
      >
        {note ? words.notes.note : words.notes.reply}
        {isNote !== note && (
          <span aria-hidden="true" className="max-sm:hidden pointer-coarse:hidden">
            <Key>{note ? 'N' : 'R'}</Key>
          </span>
        )}
      </button>
    ))}
  </div>
)
