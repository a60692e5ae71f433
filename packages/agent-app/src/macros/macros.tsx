import type { Macro } from '@deskbell/protocol/agent/macro'
import { useQuery } from '@tanstack/react-query'
import { Plus, ListChecks } from 'lucide-react'
import { useState } from 'react'
import { useCell, useSession } from '../live/react.ts'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { LIST } from '../ui/list.ts'
import { Page } from '../ui/page.tsx'
import { LoadingRows, LoadProblem } from '../ui/states.tsx'
import { macroWords } from './words.ts'
import { MacroDialog } from './macro-dialog.tsx'
import { MacroRow } from './macro-row.tsx'
import { macrosQuery } from './query.ts'

const w = macroWords

/** The macros that the agent sees: the shared ones, and their own. */
export default function MacroList() {
  const { data: macros, error, refetch } = useQuery(macrosQuery)
  const mayShare = useCell(useSession().live.me).role !== 'agent'
  const [editing, setEditing] = useState<Macro | 'new' | null>(null)
  const add = (
    <Button kind="primary" onClick={() => setEditing('new')}>
      <Plus aria-hidden="true" className="size-4" />
      {w.add}
    </Button>
  )

  const lists = [
    [w.sharedList, macros?.filter(({ shared }) => shared) ?? []],
    [w.own, macros?.filter(({ shared }) => !shared) ?? []],
  ] as const
  return (
    <Page title={w.title} help={w.help} action={macros?.length !== 0 && add}>
      {error && !macros && <LoadProblem title={w.failedLoad} error={error} onRetry={() => void refetch()} />}
      {!error && !macros && <LoadingRows rows={3} />}
      {macros?.length === 0 && (
        <Empty icon={ListChecks} title={w.empty} action={add}>
          {w.emptyHelp}
        </Empty>
      )}
      {lists.map(
        ([title, of]) =>
          of.length > 0 && (
            <section key={title} aria-label={title} className="mb-6">
              <h2 className="mb-1 text-sm font-semibold">{title}</h2>
              <ul className={LIST}>
                {of.map((macro) => (
                  <MacroRow
                    key={macro.id}
                    macro={macro}
                    mayChange={mayShare || !macro.shared}
                    onEdit={() => setEditing(macro)}
                  />
                ))}
              </ul>
            </section>
          ),
      )}
      <MacroDialog
        key={editing === null ? 'none' : editing === 'new' ? 'new' : editing.id}
        macro={editing === 'new' ? null : editing}
        mayShare={mayShare}
        open={editing !== null}
        onOpenChange={(open) => !open && setEditing(null)}
      />
    </Page>
  )
}
