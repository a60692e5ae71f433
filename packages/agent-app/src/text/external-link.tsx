import type { ReactNode } from 'react'
import { words } from '../words/index.ts'

type Props = { href: string; beside: string | undefined; way?: string; children: ReactNode }

/**
 * A link out of the application, through the page `way` if given. `beside` is the destination, when the text does not
 * show it (T7).
 */
export const ExternalLink = ({ href, beside, way = href, children }: Props) => (
  <a
    href={way}
    target="_blank"
    rel="noreferrer noopener"
    title={beside === undefined ? href : words.chat.linkTo(beside)}
    {...(beside === undefined ? {} : { 'data-host': beside })}
    className="text-accent underline decoration-from-font underline-offset-2 hover:text-accent-strong"
  >
    {children}
  </a>
)
