import { words } from '../words/index.ts'
import { toPieces } from './links.ts'

/** A text as its author wrote it, with links. Only text nodes and anchors come of it (T1, T3). */
export const Rich = ({ text }: { text: string }) =>
  toPieces(text).map(({ text: shown, href, host }, index) =>
    href === undefined ? (
      shown
    ) : (
      <a
        key={index}
        href={href}
        target="_blank"
        rel="noreferrer noopener"
        title={host === undefined ? href : words.chat.linkTo(host)}
        {...(host === undefined ? {} : { 'data-host': host })}
        className="text-accent underline decoration-from-font underline-offset-2 hover:text-accent-strong"
      >
        {shown}
      </a>
    ),
  )
