import type { Media } from '@deskbell/protocol/agent/media'
import { ChevronRight } from 'lucide-react'
import { clock, full } from '../text/when.ts'
import { Attachments } from '../media/attachments.tsx'
import { ErasedText } from './erased-text.tsx'

type Props = {
  entry: { n: number; at: number }
  summary: string
  /** Null: the text was erased. */
  text: string | null
  files: readonly Media[]
}

/** An event between the messages, with a text and files that unfold. */
export const UnfoldingLine = ({ entry, summary, text, files }: Props) => (
  <details data-n={entry.n} className="group px-8 py-1 text-center text-xs text-muted">
    <summary title={full(entry.at)} className="mx-auto w-fit max-w-full list-none rounded px-1 text-balance breakable">
      <ChevronRight
        aria-hidden="true"
        className="me-0.5 inline size-3.5 align-[-0.2em] transition-transform group-open:rotate-90 rtl:-scale-x-100 rtl:group-open:-rotate-90"
      />
      {summary} <time dateTime={new Date(entry.at).toISOString()}>· {clock(entry.at)}</time>
    </summary>
    {text !== '' && (
      <p
        dir="auto"
        className="mx-auto mt-2 w-fit max-w-[34rem] rounded-xl border border-dashed border-edge px-3 py-2 text-start text-sm whitespace-pre-wrap breakable"
      >
        {text ?? <ErasedText />}
      </p>
    )}
    {files.length > 0 && (
      <div className="mx-auto mt-2 flex w-fit max-w-[34rem] flex-col items-start gap-1 text-start text-sm">
        <Attachments attachments={files} ours={false} bad={false} />
      </div>
    )}
  </details>
)
