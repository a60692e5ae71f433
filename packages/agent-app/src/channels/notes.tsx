import { useQuery } from '@tanstack/react-query'
import { NotebookPen } from 'lucide-react'
import { notesQuery } from '../api/queries.ts'
import { full, point } from '../text/when.ts'
import { Empty } from '../ui/empty.tsx'
import { LIST, ROW } from '../ui/list.ts'
import { useNow } from '../ui/now.ts'
import { LoadingRows, LoadProblem } from '../ui/states.tsx'
import { words } from '../words/index.ts'
import { sayReason } from '../words/translation.ts'

const w = words.channels.notes

/** Problems that the server noticed in the integrator's requests and answers (A15, A17, A22). */
export function Notes({ channel, emptyHelp }: { channel: number; emptyHelp: string }) {
  const { data: notes, error, refetch } = useQuery(notesQuery(channel))
  const now = useNow()
  if (error && !notes) return <LoadProblem title={w.failedLoad} error={error} onRetry={() => void refetch()} />
  if (!notes) return <LoadingRows rows={2} />
  if (notes.length === 0) {
    return (
      <Empty icon={NotebookPen} title={w.empty}>
        {emptyHelp}
      </Empty>
    )
  }
  return (
    <ul className={LIST}>
      {notes.map((note) => (
        <li key={note.code} className={`${ROW} py-2.5`}>
          <p className="breakable">{sayReason(note.text)}</p>
          <p className="mt-0.5 text-xs text-muted">
            <code className="font-mono">{note.code}</code> · {w.times(note.count)} ·{' '}
            <time dateTime={new Date(note.at).toISOString()} title={full(note.at)}>
              {w.last(point(note.at, now))}
            </time>
          </p>
        </li>
      ))}
    </ul>
  )
}
