import { useQuery } from '@tanstack/react-query'
import { Part } from '../contacts/part.tsx'
import { places } from '../places.ts'
import { full, moment } from '../text/when.ts'
import { Link } from '../ui/link.tsx'
import { useNow } from '../ui/now.ts'
import { CallIcon } from './call-icon.tsx'
import { contactCallsQuery } from './query.ts'
import { Recording } from './recording/recording.tsx'
import { sayCall, sayFailure } from './say.ts'
import { callWords as w } from './words.ts'

/** The newest calls of a contact; nothing where there are none. */
export function ContactCalls({ contact }: { contact: number }) {
  const query = useQuery(contactCallsQuery(contact))
  const now = useNow()
  const calls = query.data
  if (calls?.length === 0) return null
  return (
    <Part title={w.title} query={{ ...query, failed: w.failedPart }}>
      <ul aria-label={w.list} className="flex flex-col gap-2">
        {calls?.map((call) => {
          const failure = sayFailure(call)
          const said = <bdi dir="auto">{sayCall(call)}</bdi>
          return (
            <li key={call.id} className="flex flex-col gap-1.5">
              <div className="flex items-center gap-2.5 text-sm">
                <CallIcon call={call} small />
                <span className="min-w-0 flex-1 breakable">
                  {call.chat === null ? (
                    said
                  ) : (
                    <Link href={places.chat('all', call.chat)} className="hover:underline">
                      {said}
                    </Link>
                  )}
                  {failure && <span className="text-muted"> · {failure}</span>}
                </span>
                <time
                  dateTime={new Date(call.started).toISOString()}
                  title={full(call.started)}
                  className="shrink-0 text-xs text-muted"
                >
                  {moment(call.started, now)}
                </time>
              </div>
              {(call.recorded || call.recordingErased) && (
                <div className="ps-8.5">
                  <Recording call={call} />
                </div>
              )}
            </li>
          )
        })}
      </ul>
    </Part>
  )
}
