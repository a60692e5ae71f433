import type { ChatForMe } from '@deskbell/protocol/agent/chat'
import { CircleCheck, ExternalLink, Link2 } from 'lucide-react'
import { useCell, useSession } from '../live/react.ts'
import { toPage } from '../text/links.ts'
import { useAct } from '../ui/act.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { words } from '../words/index.ts'
import { assignChat } from './acts.ts'

const w = words.crm
type Props = { chat: ChatForMe; link: string; assignable: boolean; assigned: boolean }

/** The link to a CRM card with its host (C13), and whether the chat is bound to it (C14). */
export function CrmLink({ chat, link, assignable, assigned }: Props) {
  const { live } = useSession()
  const me = useCell(live.me).id
  const { busy, problem, run } = useAct()
  const page = toPage(link)
  if (!page) return null
  const { host } = new URL(page.href)
  const mayLink = assignable && !assigned && chat.owner === 'agent' && chat.agent?.id === me
  return (
    <>
      <div className="mt-3 flex flex-wrap items-center gap-2">
        {mayLink && (
          <Button kind="primary" size="sm" busy={busy} onClick={() => void run(() => assignChat(live, chat.id, link))}>
            <Link2 aria-hidden="true" className="size-4" />
            {w.link}
          </Button>
        )}
        <a
          href={page.href}
          target="_blank"
          rel="noopener noreferrer"
          title={page.href}
          className="inline-flex min-h-7 max-w-full items-center gap-1.5 rounded-md border border-edge bg-panel px-2.5 py-0.5 text-sm font-medium shadow-low transition-colors hover:bg-hover"
        >
          <bdi dir={words.dir} className="min-w-0 breakable">
            {w.open(host)}
          </bdi>
          <ExternalLink aria-hidden="true" className="size-3.5 shrink-0 text-muted rtl:-scale-x-100" />
        </a>
        <span role="status" className="inline-flex items-center gap-1 text-sm font-medium text-good">
          {assigned && (
            <>
              <CircleCheck aria-hidden="true" className="size-4" />
              {w.linked}
            </>
          )}
        </span>
      </div>
      {mayLink && <p className="mt-1.5 text-xs text-muted text-pretty">{w.linkHelp(host)}</p>}
      {problem && <Notice className="mt-2">{problem.text}</Notice>}
    </>
  )
}
