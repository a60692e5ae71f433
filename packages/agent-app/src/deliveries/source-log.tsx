import { useState } from 'react'
import { Deliveries } from './deliveries.tsx'
import type { Filters, Who } from './filters.ts'

export function SourceLog({ source, help }: { source: Who; help: string }) {
  const [filters, setFilters] = useState<Filters>({})
  return <Deliveries source={source} filters={filters} onFilter={setFilters} help={help} />
}
