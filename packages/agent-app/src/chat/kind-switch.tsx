import type { ReactNode } from 'react'
import { cx } from '../ui/cx.ts'
import { Key } from '../ui/tip.tsx'
import { words } from '../words/index.ts'
import type { Writer } from './colleagues.ts'
import { WriterChip } from './writer-chip.tsx'

type Props = { isNote: boolean; onChange: (isNote: boolean) => void; writer: Writer | null; end?: ReactNode }

/** What the field writes: a reply to the visitor, or a private note; and another agent who writes here now. */
export const KindSwitch = ({ isNote, onChange, writer, end }: Props) => (
  <div role="group" aria-label={words.notes.kind} className="flex items-center gap-0.5 px-2 pt-1.5">
    {([false, true] as const).map((note) => (
      <button
        key={String(note)}
        type="button"
        aria-pressed={isNote === note}
        aria-keyshortcuts={note ? 'n' : 'r'}
        onClick={() => onChange(note)}
        className={cx(
          'inline-flex h-6 items-center gap-1.5 rounded-md px-2 text-xs font-medium transition-colors',
          isNote !== note && 'text-muted hover:bg-hover hover:text-ink',
          isNote === note && (note ? 'bg-panel text-warm' : 'bg-well text-ink'),
        )}
      >
        {note ? words.notes.note : words.notes.reply}
        {isNote !== note && (
          <span aria-hidden="true" className="pointer-coarse:hidden">
            <Key>{note ? 'N' : 'R'}</Key>
          </span>
        )}
      </button>
    ))}
    {isNote && <p className="min-w-0 flex-1 truncate ps-1 text-xs text-warm">{words.notes.help}</p>}
    {writer && <WriterChip writer={writer} className="ms-auto" />}
    {end && <div className={writer ? undefined : 'ms-auto'}>{end}</div>}
  </div>
)
