import { useQuery } from '@tanstack/react-query'
import { Eraser } from 'lucide-react'
import { erasureQuery } from '../api/erasure.ts'
import { useCell, useDesk } from '../live/react.ts'
import { words } from '../words/index.ts'
import { ErasureProgress } from './erasure-progress.tsx'

const w = words.erase

/** Where the focus goes when what it was on has gone with the data. */
export const ERASED = 'erased-data'

/** In the place of all that was known of a person: that it is gone, and how far the desk is with removing it. */
export function Erased({ visitor }: { visitor: string }) {
  const maySee = useCell(useDesk().live.me).role !== 'agent'
  const { data: erasure } = useQuery({ ...erasureQuery(visitor), enabled: maySee })
  return (
    <section id={ERASED} tabIndex={-1} aria-label={w.gone} className="border-b border-line bg-well px-5 py-4">
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
