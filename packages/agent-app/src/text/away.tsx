import type { ReactNode } from 'react'
import { words } from '../words/index.ts'

type Props = { href: string; beside: string | undefined; way?: string; children: ReactNode }

/** A link out of the application, by `way` of another page where one is given. `beside` says where it leads, when what is shown does not (T7). */
export const Away = ({ href, beside, way = href, children }: Props) => (
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
