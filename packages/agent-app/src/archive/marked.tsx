import type { Snippet } from '@deskbell/protocol/agent/archive'
import { colourful } from '../text/emoji.ts'

/** A text with the matches highlighted. */
export function Marked({ text, marks }: Pick<Snippet, 'text' | 'marks'>) {
  return (
    <>
      {marks.map(({ start, end }, index) => (
        <span key={start}>
          {colourful(text.slice(marks[index - 1]?.end ?? 0, start))}
          <mark className="rounded-sm bg-warm-tint font-medium text-warm">{colourful(text.slice(start, end))}</mark>
        </span>
      ))}
      {colourful(text.slice(marks.at(-1)?.end ?? 0))}
    </>
  )
}
