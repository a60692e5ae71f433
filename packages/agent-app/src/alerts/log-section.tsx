import { useQuery } from '@tanstack/react-query'
import { places } from '../places.ts'
import { full, moment } from '../text/when.ts'
import { useNow } from '../ui/now.ts'
import { Section } from '../ui/section.tsx'
import { SectionRows } from '../ui/section-rows.tsx'
import { alertWords } from '../words/alerts.ts'
import { alertLogQuery, type Line } from './queries.ts'
import { Link } from '../ui/link.tsx'
import { words } from '../words/index.ts'
import { sayReason } from '../words/translation.ts'

const w = alertWords

/** The last alerts of the agent and how far each came. */
export function LogSection() {
  const { data: lines, error, refetch } = useQuery(alertLogQuery)
  return (
    <Section title={w.log} help={w.logHelp}>
      <SectionRows
        items={lines}
        error={error}
        onRetry={() => void refetch()}
        empty={w.logEmpty}
        height="h-24"
        row={(line) => <LogRow key={line.id} line={line} />}
      />
    </Section>
  )
}

/** The furthest step of an alert. */
function stepOf(line: Line): string {
  if (line.openedAt !== null) return w.steps.opened
  if (line.failure !== null) return w.failed(sayReason(line.failure))
  if (line.shownAt !== null) return w.steps.shown
  if (line.acceptedAt !== null) return line.means === 'mail' ? w.mailed : w.steps.accepted
  return line.sentAt === null ? w.decided : w.steps.sent
}

function LogRow({ line }: { line: Line }) {
  const now = useNow()
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 py-2 text-sm">
      <div className="min-w-0 flex-1 basis-56">
        {line.contact !== undefined ? (
          <>
            {w.causes[line.what]} ·{' '}
            <Link href={places.contact(line.contact)} className="text-accent underline underline-offset-2">
              {words.details.openContact}
            </Link>
          </>
        ) : line.call !== undefined ? (
          <>
            {w.causes[line.what]} ·{' '}
            <Link
              href={line.what === 'missed_call' ? places.missedCalls : places.calls}
              className="text-accent underline underline-offset-2"
            >
              {words.nav.calls}
            </Link>
          </>
        ) : line.chat === null ? (
          w.causes[line.what]
        ) : (
          <>
            {w.causes[line.what]} ·{' '}
            <Link href={places.chat('all', line.chat)} className="text-accent underline underline-offset-2">
              {w.chat(line.chat)}
            </Link>
          </>
        )}
        <p className="text-xs text-muted">
          {w.by[line.means]}
          {line.device !== null && (
            <>
              {' · '}
              <bdi>{line.device}</bdi>
            </>
          )}
        </p>
      </div>
      <div className="text-end">
        <p className="text-pretty">{stepOf(line)}</p>
        <time
          className="text-xs text-muted"
          dateTime={new Date(line.decidedAt).toISOString()}
          title={full(line.decidedAt)}
        >
          {moment(line.decidedAt, now)}
        </time>
      </div>
    </li>
  )
}
