import type { Bot } from '@deskbell/protocol/agent/bot'
import { useQueryClient } from '@tanstack/react-query'
import { FlaskConical } from 'lucide-react'
import { navigate } from 'wouter/use-browser-location'
import { call } from '../api/client.ts'
import { sandboxQuery } from '../api/queries.ts'
import { places } from '../places.ts'
import { useAct } from '../ui/act.ts'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { Notice } from '../ui/notice.tsx'
import { words } from '../words/index.ts'
import { SandboxChat } from './sandbox-chat.tsx'

const w = words.bots.sandbox

/** Tests the bot without a visitor. `id`: the open sandbox chat. */
export function SandboxPart({ bot, id }: { bot: Bot; id: number | null }) {
  const queries = useQueryClient()
  const { busy, problem, run } = useAct()
  const start = () =>
    void run(async () => {
      const sandbox = await call('POST /bots/:bot/sandboxes', { params: { bot: bot.id } })
      queries.setQueryData(sandboxQuery(bot.id, sandbox.id).queryKey, sandbox)
      navigate(places.sandbox(bot.id, sandbox.id), { replace: true })
    })
  const button = (
    <Button kind={id === null ? 'primary' : 'plain'} size={id === null ? 'md' : 'sm'} busy={busy} onClick={start}>
      {id === null ? w.start : w.over}
    </Button>
  )
  const trouble = problem && <Notice className="mb-3">{problem.text}</Notice>
  if (id === null) {
    return (
      <>
        {trouble}
        <Empty icon={FlaskConical} title={w.title} action={button}>
          {w.help}
        </Empty>
      </>
    )
  }
  return (
    <>
      <div className="mb-4 flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-64">
          <h2 className="font-semibold">{w.title}</h2>
          <p className="mt-0.5 text-sm text-muted text-pretty">{w.help}</p>
        </div>
        {button}
      </div>
      {trouble}
      <SandboxChat key={id} bot={bot} id={id} />
    </>
  )
}
