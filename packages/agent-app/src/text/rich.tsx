import { Away } from './away.tsx'
import { toPieces } from './links.ts'
import { useWayOut } from './way-out.ts'

type Props = { text: string; foreign?: boolean }

/**
 * A text with links, as text nodes and anchors only (T1, T3). `foreign`: a visitor wrote it, so its links are untrusted
 * (T28).
 */
export function Rich({ text, foreign = false }: Props) {
  const wayOut = useWayOut()
  return toPieces(text).map(({ text: shown, href, host }, index) =>
    href === undefined ? (
      shown
    ) : (
      <Away key={index} href={href} beside={host} way={foreign ? wayOut(href) : href}>
        {shown}
      </Away>
    ),
  )
}
