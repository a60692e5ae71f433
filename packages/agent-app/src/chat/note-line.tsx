import { memo } from 'react'
import type { NoteEntry } from '../live/fold.ts'
import { clock, full } from '../text/when.ts'
import { words } from '../words/index.ts'

function Said({ entry, me }: { entry: NoteEntry; me: number }) {
  switch (entry.type) {
    case 'agent.joined':
      return entry.agent.id === me ? words.chat.joinedYou : <bdi>{words.chat.joined(entry.agent.name)}</bdi>
    case 'chat.closed':
      return <bdi>{words.chat.closed(entry.agent?.name ?? null)}</bdi>
    case 'visitor.invited':
      return (
        <>
          {words.chat.invited} <bdi className="text-soft">“{entry.text}”</bdi>
        </>
      )
    case 'visitor.changed': {
      const fields = (['name', 'phone', 'email'] as const).filter((field) => entry[field] !== undefined)
      return (
        <>
          {words.chat.changed}{' '}
          {fields.map((field, index) => (
            <span key={field}>
              {index > 0 && ', '}
              {words.chat.changedFields[field]}: <bdi className="text-soft">{entry[field]}</bdi>
            </span>
          ))}
        </>
      )
    }
  }
}

/** Something that happened between the messages. */
export const NoteLine = memo(function NoteLine({ entry, me }: { entry: NoteEntry; me: number }) {
  return (
    <p
      data-n={entry.n}
      title={full(entry.at)}
      className="px-8 py-2 text-center text-xs text-muted text-balance breakable"
    >
      <Said entry={entry} me={me} /> <time dateTime={new Date(entry.at).toISOString()}>· {clock(entry.at)}</time>
    </p>
  )
})
