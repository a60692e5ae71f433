import { useSearchParams } from 'wouter'
import { Page } from '../ui/page.tsx'
import { words } from '../words/index.ts'
import { Deliveries } from './deliveries.tsx'
import { toFilters, toSearch } from './filters.ts'

/** The log of all deliveries. Its filters are in the address, so that a search can be bookmarked and shared. */
export default function WholeLog() {
  const [search, setSearch] = useSearchParams()
  return (
    <Page title={words.settings.sections.deliveries}>
      <Deliveries
        source={null}
        filters={toFilters(search)}
        onFilter={(filters) => setSearch(toSearch(filters), { replace: true })}
        help={words.deliveries.emptyHelp}
      />
    </Page>
  )
}
