import { ChevronRight } from 'lucide-react'
import { clock, full } from '../text/when.ts'
import { ErasedText } from './erased-text.tsx'

type Props = {
  entry: { n: number; at: number }
  summary: string
  /** Null: the text was erased. */
  text: string | null
}

/** An event between the messages, with a text that unfolds. */
export const UnfoldingLine = ({ entry, summary, text }: Props) => (
  <details data-n={entry.n} className="group px-8 py-1 text-center text-xs text-muted">
    <summary title={full(entry.at)} className="mx-auto w-fit max-w-full list-none rounded px-1 text-balance breakable">
      <ChevronRight
        aria-hidden="true"
        className="me-0.5 inline size-3.5 align-[-0.2em] transition-transform group-open:rotate-90 rtl:-scale-x-100 rtl:group-open:-rotate-90"
      />
      {summary} <time dateTime={new Date(entry.at).toISOString()}>· {clock(entry.at)}</time>
    </summary>
    <p
      dir="auto"
      className="mx-auto mt-2 w-fit max-w-[34rem] rounded-xl border border-dashed border-edge px-3 py-2 text-start text-sm whitespace-pre-wrap breakable"
    >
      {text ?? <ErasedText />}
    </p>
  </details>
)
