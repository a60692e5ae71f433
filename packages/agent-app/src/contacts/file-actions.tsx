import { Download, Upload } from 'lucide-react'
import { useState } from 'react'
import { toUrl } from '../api/url.ts'
import { Button } from '../ui/button.tsx'
import { useOpened } from '../ui/dialog.tsx'
import { later } from '../ui/later.tsx'
import type { ContactFilters } from './query.ts'
import { contactWords } from './words.ts'

const ImportDialog = later(() => import('./import-dialog.tsx'))
const w = contactWords

/** Imports contacts, and exports those that the list shows. For owners and admins. */
export function FileActions({ filters: { q, channel } }: { filters: ContactFilters }) {
  // Each opening begins anew.
  const [opening, setOpening] = useState(0)
  const [open, setOpen] = useState(false)
  const opened = useOpened(open)
  return (
    <>
      <a
        href={toUrl('GET /contacts.csv', { query: { q, channel } })}
        download
        title={w.exportHelp}
        className="inline-flex h-9 items-center gap-2 rounded-lg px-3 font-medium whitespace-nowrap text-soft transition-colors duration-100 hover:bg-well hover:text-ink"
      >
        <Download aria-hidden="true" className="size-4" />
        <span className="max-sm:sr-only">{w.export}</span>
      </a>
      <Button
        onClick={() => {
          setOpening(opening + 1)
          setOpen(true)
        }}
      >
        <Upload aria-hidden="true" className="size-4" />
        <span className="max-sm:sr-only">{w.import}</span>
      </Button>
      {opened && <ImportDialog key={opening} open={open} onOpenChange={setOpen} />}
    </>
  )
}
