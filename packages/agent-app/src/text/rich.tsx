import { colourful } from './emoji.ts'
import { ExternalLink } from './external-link.tsx'
import { toPieces } from './links.ts'
import { useExternalHref } from './external-href.ts'

type Props = { text: string; foreign?: boolean }

/**
 * A text with links, as text nodes and anchors only (T1, T3). `foreign`: a visitor wrote it, so its links are untrusted
 * (T28).
 */
export function Rich({ text, foreign = false }: Props) {
  const wayOut = useExternalHref()
  return toPieces(colourful(text)).map(({ text: shown, href, host }, index) =>
    href === undefined ? (
      shown
    ) : (
      <ExternalLink key={index} href={href} beside={host} way={foreign ? wayOut(href) : href}>
        {shown}
      </ExternalLink>
    ),
  )
}
