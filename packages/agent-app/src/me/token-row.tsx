import { KeyRound } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Token } from '../api/queries.ts'
import { point } from '../text/when.ts'
import { useNow } from '../ui/now.ts'
import { words } from '../words/index.ts'

const w = words.me

export function TokenRow({ token, children }: { token: Token; children: ReactNode }) {
  const now = useNow()
  return (
    <li className="flex items-center gap-3 py-2.5">
      <KeyRound aria-hidden="true" className="size-4 shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <bdi className="block truncate font-medium">{token.name}</bdi>
        <p className="text-xs text-muted">
          {w.tokenMadeAt(point(token.createdAt, now))} ·{' '}
          {token.usedAt === null ? w.tokenUnused : w.tokenUsed(point(token.usedAt, now))}
        </p>
      </div>
      {children}
    </li>
  )
}
