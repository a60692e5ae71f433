import { ExternalLink } from 'lucide-react'

/** A link that looks like a small button and opens in a window of its own. */
export const OpenLink = ({ href, children }: { href: string; children: string }) => (
  <a
    href={href}
    target="_blank"
    rel="noreferrer noopener"
    className="inline-flex h-7 shrink-0 items-center gap-1.5 rounded-md border border-edge bg-panel px-2.5 text-sm font-medium shadow-low transition-colors hover:bg-hover"
  >
    {children}
    <ExternalLink aria-hidden="true" className="size-3.5" />
  </a>
)
