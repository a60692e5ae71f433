import { memo } from 'react'
import type { Part } from '../entry-view.ts'
import { noteViewOf } from '../entry-views.ts'
import type { NoteItem } from '../live/fold.ts'
import { clock, full } from '../text/when.ts'
import { UnfoldingLine } from './unfolding-line.tsx'
import { words } from '../words/index.ts'

/** A sentence. A part that begins with a name keeps the direction of the screen; foreign text has its own. */
const Sentence = ({ parts }: { parts: readonly Part[] }) =>
  parts.map((part, at) => {
    if (typeof part === 'string') return part
    if ('isolated' in part)
      return (
        <bdi dir={words.dir} key={at}>
          {part.isolated}
        </bdi>
      )
    return (
      <bdi key={at} className="text-soft">
        {part.quoted}
      </bdi>
    )
  })

/** An event between the messages. */
export const NoteLine = memo(function NoteLine({ item, me }: { item: NoteItem; me: number }) {
  const { entry, erased = false } = item
  const view = noteViewOf(entry)
  if (view.shown === 'unfolding')
    return (
      <UnfoldingLine
        entry={entry}
        summary={view.summary(entry)}
        text={erased ? null : view.text(entry)}
        files={erased ? [] : (view.files?.(entry) ?? [])}
      />
    )
  return (
    <p
      data-n={entry.n}
      title={full(entry.at)}
      className="px-8 py-1 text-center text-xs text-muted text-balance breakable"
    >
      <Sentence parts={view.says(entry, { erased, me })} />{' '}
      <time dateTime={new Date(entry.at).toISOString()}>· {clock(entry.at)}</time>
    </p>
  )
})
