import type { Trunk } from '@deskbell/protocol/agent/call-trunk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { PhoneCall, PhoneOff } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { call } from '../../api/client.ts'
import { useAct } from '../../ui/act.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Section } from '../../ui/section.tsx'
import { ownCallsQuery } from '../own-query.ts'
import { testWords as w } from '../telephone-words.ts'
import { testQuery } from './test-query.ts'
import { TestResult } from './test-result.tsx'

/** Calls a telephone beside the owner, and shows each step as it happens. */
export function TestSection({ trunk }: { trunk: Trunk }) {
  const queries = useQueryClient()
  const { data: test = null } = useQuery(testQuery)
  const { data: own } = useQuery(ownCallsQuery)
  const { busy, problem, run } = useAct()
  const [typed, setTyped] = useState<string | null>(null)
  const number = typed ?? test?.number ?? own?.number ?? ''
  const isRunning = test?.ended === null
  const begin = (event: FormEvent) => {
    event.preventDefault()
    if (number.trim() === '' || isRunning) return
    void run(async () => {
      const begun = await call('POST /call-trunk/test', { body: { number: number.trim() } })
      queries.setQueryData(testQuery.queryKey, { test: begun })
    })
  }
  const stop = () =>
    void run(async () => {
      await call('DELETE /call-trunk/test')
      await queries.invalidateQueries({ queryKey: testQuery.queryKey })
    })
  const isOfField = problem?.field === '/number'
  return (
    <Section title={w.title} help={w.help}>
      <form onSubmit={begin} noValidate className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <TextField
          className="min-w-52 flex-1"
          label={w.number}
          help={w.numberHelp}
          problem={isOfField ? problem.text : null}
          inputMode="tel"
          dir="ltr"
          mono
          autoComplete="tel"
          maxLength={32}
          placeholder="+49301234567"
          value={number}
          readOnly={isRunning}
          onChange={(event) => setTyped(event.target.value)}
        />
        {isRunning ? (
          <Button kind="danger" busy={busy} onClick={stop} className="sm:mt-6.5">
            <PhoneOff aria-hidden="true" className="size-4" />
            {w.hangUp}
          </Button>
        ) : (
          <Button kind="primary" type="submit" busy={busy} disabled={number.trim() === ''} className="sm:mt-6.5">
            <PhoneCall aria-hidden="true" className="size-4" />
            {test ? w.again : w.call}
          </Button>
        )}
      </form>
      {problem && !isOfField && <Notice className="mt-3">{problem.text}</Notice>}
      {test && <TestResult test={test} registers={trunk.registers} />}
    </Section>
  )
}
