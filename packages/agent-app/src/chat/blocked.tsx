import { Ban } from 'lucide-react'
import { useCommands } from '../commands/registry.ts'
import { useSession } from '../live/react.ts'
import { useAct } from '../ui/act.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { words } from '../words/index.ts'
import { unblockVisitor } from './acts.ts'

const w = words.chat

export function Blocked({ chat }: { chat: number }) {
  const { live } = useSession()
  const { busy, problem, run } = useAct()
  const unblock = () => void run(() => unblockVisitor(live, chat))
  useCommands({ 'chat.unblock': unblock })
  return (
    <section aria-label={w.isBlocked} className="border-b border-line bg-bad-tint px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Ban aria-hidden="true" className="size-5 shrink-0 text-bad" />
        <div className="min-w-0 flex-1 basis-32">
          <p className="text-sm font-semibold text-bad">{w.isBlocked}</p>
          <p className="text-xs text-soft text-pretty">{w.isBlockedHelp}</p>
        </div>
        <Button size="sm" busy={busy} onClick={unblock}>
          {w.unblock}
        </Button>
      </div>
      {problem && <Notice className="mt-2">{problem.text}</Notice>}
    </section>
  )
}
