import { CALLS_ON, type CallsOn } from '@deskbell/protocol/agent/calls-on'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/client.ts'
import { places } from '../places.ts'
import { useAct } from '../ui/act.ts'
import { Choice } from '../ui/choice.tsx'
import { Link } from '../ui/link.tsx'
import { Notice } from '../ui/notice.tsx'
import { Section } from '../ui/section.tsx'
import { LoadingRows } from '../ui/states.tsx'
import { ownCallsQuery } from './own-query.ts'
import { telephoneWords } from './telephone-words.ts'

const w = telephoneWords.own

/** Where calls ring at this agent: in the browser, at their own telephone, or at both. */
export function OwnSection() {
  const queries = useQueryClient()
  const { data: own, error } = useQuery(ownCallsQuery)
  const { busy, problem, run } = useAct()
  const set = (on: CallsOn) =>
    void run(async () => queries.setQueryData(ownCallsQuery.queryKey, await call('PUT /me/calls', { body: { on } })))
  return (
    <Section title={w.title} help={w.help}>
      {own ? (
        <div className="flex flex-col gap-3">
          <Choice
            label={w.on}
            bare
            value={own.on}
            disabled={busy}
            options={CALLS_ON.map((on) => [on, w.where[on]] as const)}
            onChange={set}
          />
          <p className="text-sm text-muted">
            {own.number === null ? w.noNumber : w.number(own.number)}{' '}
            <Link href={places.me} className="font-medium text-accent hover:underline">
              {w.profile}
            </Link>
          </p>
          {!own.inBrowser && <Notice tone="info">{w.provider}</Notice>}
          {problem && <Notice>{problem.text}</Notice>}
        </div>
      ) : error ? (
        <Notice>{w.failedLoad}</Notice>
      ) : (
        <LoadingRows rows={1} className="h-16" />
      )}
    </Section>
  )
}
