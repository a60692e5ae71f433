import { DOCS_PLACES } from '@deskbell/protocol/agent/docs-places'
import { BookOpen } from 'lucide-react'
import { words } from '../words/index.ts'
import type { Section } from './sections.ts'

/** The link from a section of the settings to its page of the documentation. */
export const DocsLink = ({ of, className = '' }: { of: Section; className?: string }) => (
  <a
    href={DOCS_PLACES[of.docs]}
    target="_blank"
    rel="noreferrer"
    className={`inline-flex items-center gap-2 text-sm text-soft hover:text-ink ${className}`}
  >
    <BookOpen aria-hidden="true" className="size-4 shrink-0" strokeWidth={1.8} />
    {words.settings.docs(of.label)}
  </a>
)
