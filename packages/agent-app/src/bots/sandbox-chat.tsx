import type { Bot, SandboxStep } from '@deskbell/protocol/agent/bot'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CloudOff, MessageCircle, SearchX } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { ApiError, call, saying } from '../api/client.ts'
import { sandboxQuery } from '../api/queries.ts'
import { useAct } from '../ui/act.ts'
import { Button } from '../ui/button.tsx'
import { CodeLine } from '../ui/code-line.tsx'
import { Empty } from '../ui/empty.tsx'
import { Notice } from '../ui/notice.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { words } from '../words/index.ts'
import { beforeToken } from './before-token.ts'
import { sandboxStateOf } from './sandbox-state.ts'
import { SandboxComposer } from './sandbox-composer.tsx'
import { LineFrame, SandboxEntry } from './sandbox-entry.tsx'

const w = words.bots.sandbox
/** The number of steps that the server keeps of a sandbox chat. */
const FULL = 200

/** An open sandbox chat: its steps, its state, and the next step. */
export function SandboxChat({ bot, id }: { bot: Bot; id: number }) {
  const queries = useQueryClient()
  const query = sandboxQuery(bot.id, id)
  const { data: sandbox, error, refetch } = useQuery(query)
  const { busy, problem, run } = useAct()
  const [pending, setPending] = useState<SandboxStep | null>(null)
  const end = useRef<HTMLDivElement>(null)
  const lines = sandbox?.lines
  const state = sandboxStateOf(lines ?? [])
  const count = (lines?.length ?? 0) + (pending ? 1 : 0)
  // The result of a step is shown below it and must be visible too.
  const newest = pending ? 'pending' : state.last
  useEffect(() => {
    if (count > 0) end.current?.scrollIntoView({ block: 'nearest' })
  }, [count, newest])

  const step = (body: SandboxStep): Promise<boolean> => {
    setPending(body)
    return run(async () => {
      const message = await call('POST /bots/:bot/sandboxes/:sandbox', { params: { bot: bot.id, sandbox: id }, body })
      // An earlier response must not overwrite the newer one.
      await queries.cancelQueries({ queryKey: query.queryKey })
      queries.setQueryData(query.queryKey, message)
    }).finally(() => setPending(null))
  }

  if (error instanceof ApiError && error.status === 404) {
    return (
      <Empty icon={SearchX} title={w.gone}>
        {w.goneHelp}
      </Empty>
    )
  }
  if (!lines) {
    return error ? (
      <div role="alert">
        <Empty
          icon={CloudOff}
          title={w.failedLoad}
          action={<Button onClick={() => void refetch()}>{words.common.retry}</Button>}
        >
          {saying(error)}
        </Empty>
      </div>
    ) : (
      <div role="status" className="skeleton h-48">
        <span className="sr-only">{words.common.loading}</span>
      </div>
    )
  }
  return (
    <>
      {error && (
        <Notice
          className="mb-3"
          action={
            <Button size="sm" onClick={() => void refetch()}>
              {words.common.retry}
            </Button>
          }
        >
          {saying(error)}
        </Notice>
      )}
      <div role="log" aria-label={w.log} className="rounded-2xl border border-line bg-panel">
        {count === 0 ? (
          <Empty icon={MessageCircle} title={w.empty}>
            {w.emptyHelp}
          </Empty>
        ) : (
          <ol>
            {lines.map((line, index) => (
              // Steps are only appended, so the index identifies them.
              <SandboxEntry key={index} line={line} bot={bot.name} />
            ))}
            {pending && (
              <LineFrame direction="out" who={w.customer} event={pending.event}>
                {'text' in pending && (
                  <p dir="auto" className="w-fit max-w-full text-md whitespace-pre-wrap breakable">
                    {pending.text}
                  </p>
                )}
                <p className="mt-1 flex items-center gap-1.5 text-xs text-muted">
                  <Spinner className="size-3.5" />
                  {w.sending}
                </p>
              </LineFrame>
            )}
          </ol>
        )}
      </div>
      {!pending && state.last === 'waiting' && (
        <div className="mt-3 rounded-xl bg-warm-tint px-3 py-2.5 text-sm">
          <p className="flex items-center gap-2 font-medium text-warm">
            <Spinner />
            {w.waiting}
          </p>
          <p className="mt-1.5 mb-1.5 text-soft">{w.waitingHelp}</p>
          <CodeLine text={beforeToken(bot.address)} label={words.bots.copyAddress}>
            {bot.address}
          </CodeLine>
          {!bot.answerInBody && <p className="mt-1.5 text-xs text-soft text-pretty">{w.waitingBody}</p>}
        </div>
      )}
      {!pending && state.last === 'failed' && (
        <Notice tone="info" className="mt-3">
          {w.failedHelp}
        </Notice>
      )}
      {!pending && state.last === 'refused' && (
        <Notice tone="info" className="mt-3">
          {w.refusedHelp}
        </Notice>
      )}
      {problem && <Notice className="mt-3">{problem.text}</Notice>}
      {lines.length >= FULL ? (
        <Notice tone="info" className="mt-3">
          {w.full}
        </Notice>
      ) : (
        <SandboxComposer state={state} busy={busy} onStep={step} />
      )}
      <div ref={end} />
    </>
  )
}
