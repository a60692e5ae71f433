import { Download } from 'lucide-react'
import { now } from '../runtime.ts'
import { toUrl } from '../api/url.ts'
import { words } from '../words/index.ts'
import { toQuery, type Filters } from './filters.ts'

const w = words.archive

/** Downloads all matching chats; the browser shows the progress. */
export function Export({ filters }: { filters: Filters }) {
  return (
    <a
      href={toUrl('GET /archive.csv', { query: toQuery(filters, now()) })}
      download
      title={w.exportHelp}
      className="inline-flex h-7 items-center gap-1.5 rounded-md px-2.5 text-sm font-medium whitespace-nowrap text-soft transition-colors duration-100 hover:bg-well hover:text-ink"
    >
      <Download aria-hidden className="size-4" />
      {w.export}
    </a>
  )
}
