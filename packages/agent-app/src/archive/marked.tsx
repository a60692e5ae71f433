import type { Snippet } from '@deskbell/protocol/agent/archive'

/** A text with the matches highlighted. */
export function Marked({ text, marks }: Pick<Snippet, 'text' | 'marks'>) {
  return (
    <>
      {marks.map(({ start, end }, index) => (
        <span key={start}>
          {text.slice(marks[index - 1]?.end ?? 0, start)}
          <mark className="rounded-sm bg-warm-tint font-medium text-warm">{text.slice(start, end)}</mark>
        </span>
      ))}
      {text.slice(marks.at(-1)?.end ?? 0)}
    </>
  )
}
