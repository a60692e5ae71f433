import { useSearchParams } from 'wouter'
import { words } from '../words/index.ts'
import { Deliveries } from './deliveries.tsx'
import { toFilters, toSearch } from './filters.ts'

/** The log of everything that is owed to anybody. What is looked for stands in the address, to be kept and passed on. */
export function WholeLog() {
  const [search, setSearch] = useSearchParams()
  return (
    <Deliveries
      source={null}
      filters={toFilters(search)}
      onFilter={(filters) => setSearch(toSearch(filters), { replace: true })}
      help={words.deliveries.emptyHelp}
    />
  )
}
