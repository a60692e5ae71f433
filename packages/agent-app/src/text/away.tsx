import type { ReactNode } from 'react'
import { words } from '../words/index.ts'

/** A link out of the application. `beside` says where it leads, when what is shown does not (T7). */
export const Away = ({ href, beside, children }: { href: string; beside: string | undefined; children: ReactNode }) => (
  <a
    href={href}
    target="_blank"
    rel="noreferrer noopener"
    title={beside === undefined ? href : words.chat.linkTo(beside)}
    {...(beside === undefined ? {} : { 'data-host': beside })}
    className="text-accent underline decoration-from-font underline-offset-2 hover:text-accent-strong"
  >
    {children}
  </a>
)
