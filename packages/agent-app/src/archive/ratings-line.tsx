import { useQuery } from '@tanstack/react-query'
import { archiveRatingsQuery } from '../api/archive.ts'
import { number } from '../text/when.ts'
import { words } from '../words/index.ts'
import type { Filters } from './filters.ts'

const w = words.archive

/** The share of good ratings among the chats that the filters find. Nothing while none of them is rated. */
export function RatingsLine({ filters }: { filters: Filters }) {
  const { data, isPlaceholderData } = useQuery(archiveRatingsQuery(filters))
  if (!data || data.rated === 0 || isPlaceholderData) return null
  const { rated, good, more } = data
  const share = new Intl.NumberFormat(words.locale, { style: 'percent' }).format(good / rated)
  return <p className="text-sm text-muted">{(more ? w.ratedGoodNewest : w.ratedGood)(share, number(rated))}</p>
}
