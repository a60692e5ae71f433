import { Away } from './away.tsx'
import { toPieces } from './links.ts'

/** A text as its author wrote it, with links. Only text nodes and anchors come of it (T1, T3). */
export const Rich = ({ text }: { text: string }) =>
  toPieces(text).map(({ text: shown, href, host }, index) =>
    href === undefined ? (
      shown
    ) : (
      <Away key={index} href={href} beside={host}>
        {shown}
      </Away>
    ),
  )
