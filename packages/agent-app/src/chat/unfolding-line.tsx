import { ChevronRight } from 'lucide-react'
import type { NoteEntry } from '../live/fold.ts'
import { clock, full } from '../text/when.ts'
import { words } from '../words/index.ts'
import { Gone } from './gone.tsx'

/** What a bot wrote when it was out of the chat (B12): for the agent alone, and only when they want to read it. */
export const TooLate = ({ entry, erased }: { entry: NoteEntry & { type: 'bot.refused' }; erased: boolean }) => (
  <details data-n={entry.n} className="group px-8 py-2 text-center text-xs text-muted">
    <summary title={full(entry.at)} className="mx-auto w-fit max-w-full list-none rounded px-1 text-balance breakable">
      <ChevronRight
        aria-hidden="true"
        className="me-0.5 inline size-3.5 align-[-0.2em] transition-transform group-open:rotate-90 rtl:-scale-x-100 rtl:group-open:-rotate-90"
      />
      {words.chat.botTooLate(entry.bot.name)}{' '}
      <time dateTime={new Date(entry.at).toISOString()}>· {clock(entry.at)}</time>
    </summary>
    <p
      dir="auto"
      className="mx-auto mt-2 w-fit max-w-[34rem] rounded-xl border border-dashed border-edge px-3 py-2 text-start text-sm whitespace-pre-wrap breakable"
    >
      {erased ? <Gone /> : entry.text}
    </p>
  </details>
)
