import type { Snippet } from '@deskbell/protocol/agent/archive'
import type { ReactNode } from 'react'
import { Marked } from '../archive/marked.tsx'
import { full, moment } from '../text/when.ts'
import { cx } from '../ui/cx.ts'
import { useNow } from '../ui/now.ts'

type Marks = Snippet['marks']
/** A name, an address or a number, and what of it fitted. */
export type Fitted = { text: string; marks: Marks }

type Props = {
  id: string
  isActive: boolean
  onOpen: () => void
  avatar: ReactNode
  title: ReactNode
  beside: readonly Fitted[]
  /** When it was (ms), and the time that is shown where it is another one. */
  at: number
  shownAt?: number | undefined
  children: ReactNode
}

/** A result with its title and time. The focus stays in the field, which names the active row. */
export function FoundFrame({ id, isActive, onOpen, avatar, title, beside, at, shownAt = at, children }: Props) {
  const now = useNow()
  return (
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      onClick={onOpen}
      onMouseDown={(event) => event.preventDefault()}
      className={cx(
        'flex cursor-pointer items-start gap-3 rounded-lg px-3 py-2 select-none [contain-intrinsic-size:auto_3.5rem] [content-visibility:auto]',
        isActive ? 'bg-well' : 'hover:bg-hover',
      )}
    >
      {avatar}
      <div className="min-w-0 flex-1">
        <div className="flex items-baseline gap-2">
          <bdi className="min-w-0 truncate font-medium">{title}</bdi>
          {beside.map(({ text, marks }) => (
            <bdi key={text} className="min-w-0 shrink-[2] truncate text-sm text-muted">
              <Marked text={text} marks={marks} />
            </bdi>
          ))}
          <time dateTime={new Date(at).toISOString()} title={full(at)} className="ms-auto shrink-0 text-xs text-muted">
            {moment(shownAt, now)}
          </time>
        </div>
        {children}
      </div>
    </div>
  )
}

/** What is known of a person, the name first. */
export function fittedOf(
  { name, email, phone }: { name: string | null; email: string | null; phone: string | null },
  marks: { name: Marks; email: Marks; phone: Marks },
): Fitted[] {
  const known = [
    [name, marks.name],
    [email, marks.email],
    [phone, marks.phone],
  ] as const
  return known.flatMap(([text, of]) => (text ? [{ text, marks: of }] : []))
}
