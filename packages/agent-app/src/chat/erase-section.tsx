import type { ChatForMe } from '@deskbell/protocol/agent/chat'
import { Eraser } from 'lucide-react'
import { useId, useState } from 'react'
import { useCell, useSession } from '../live/react.ts'
import { Button } from '../ui/button.tsx'
import { words } from '../words/index.ts'
import { useOpened } from '../ui/dialog.tsx'
import { later } from '../ui/later.tsx'

const EraseDialog = later(() => import('./erase-dialog.tsx'))

const w = words.erase

export function EraseSection({ chat }: { chat: ChatForMe }) {
  const mayErase = useCell(useSession().live.me).role !== 'agent'
  const [asking, setAsking] = useState(false)
  const opened = useOpened(asking)
  const title = useId()
  if (!mayErase) return null
  return (
    <>
      {!chat.erased && (
        <section aria-labelledby={title} className="px-4 py-3">
          <h2 id={title} className="text-sm font-semibold">
            {w.title}
          </h2>
          <p className="mt-0.5 text-xs text-muted">{w.help}</p>
          <Button kind="danger" size="sm" className="mt-2.5" onClick={() => setAsking(true)}>
            <Eraser aria-hidden="true" className="size-4" />
            {w.action}
          </Button>
        </section>
      )}
      {/* Stays mounted after the erasure, because it shows the result. */}
      {opened && <EraseDialog chat={chat} open={asking} onOpenChange={setAsking} />}
    </>
  )
}
