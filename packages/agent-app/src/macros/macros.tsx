import { useQuery } from '@tanstack/react-query'
import { Workflow } from 'lucide-react'
import { SharedList } from '../ui/shared-list.tsx'
import { macroWords } from './words.ts'
import { MacroDialog } from './macro-dialog.tsx'
import { MacroRow } from './macro-row.tsx'
import { macrosQuery } from './query.ts'

/** The macros that the agent sees: the shared ones, and their own. */
export default function MacroList() {
  const { data, error, refetch } = useQuery(macrosQuery)
  return (
    <SharedList
      words={macroWords}
      icon={Workflow}
      items={data}
      error={error}
      onRetry={() => void refetch()}
      row={(macro, row) => <MacroRow key={macro.id} macro={macro} {...row} />}
      dialog={({ item, open, ...rest }) => (
        <MacroDialog key={open ? (item?.id ?? 'new') : 'none'} macro={item} open={open} {...rest} />
      )}
    />
  )
}
