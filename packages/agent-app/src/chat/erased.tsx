import { useQuery } from '@tanstack/react-query'
import { Eraser } from 'lucide-react'
import { erasureQuery } from '../api/erasure.ts'
import { useCell, useSession } from '../live/react.ts'
import { words } from '../words/index.ts'
import { ErasureProgress } from './erasure-progress.tsx'

const w = words.erase

/** Receives the focus when the focused element was removed with the data. */
export const ERASED = 'erased-data'

/** Replaces the visitor's data after an erasure, with the progress of the server. */
export function Erased({ visitor }: { visitor: string }) {
  const maySee = useCell(useSession().live.me).role !== 'agent'
  const { data: erasure } = useQuery({ ...erasureQuery(visitor), enabled: maySee })
  return (
    <section id={ERASED} tabIndex={-1} aria-label={w.gone} className="border-b border-line bg-well px-4 py-3">
      <div className="flex gap-3">
        <Eraser aria-hidden="true" className="size-5 shrink-0 text-muted" />
        <div className="min-w-0 flex-1">
          <p className="text-sm font-semibold">{w.gone}</p>
          <p className="mt-0.5 text-xs text-soft text-pretty">{w.goneHelp}</p>
          {erasure?.state === 'running' && <ErasureProgress erasure={erasure} className="mt-3" />}
        </div>
      </div>
    </section>
  )
}
