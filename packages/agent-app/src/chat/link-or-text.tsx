import { toPage } from '../text/links.ts'
import { useExternalHref } from '../text/external-href.ts'
import { cx } from '../ui/cx.ts'
import { words } from '../words/index.ts'

type Props = { href: string; text: string; small?: boolean }

/**
 * A visitor's link if it leads to a web page, else plain text (T28). The host is shown beside it when the text does not
 * show it (T7).
 */
export function LinkOrText({ href, text, small = false }: Props) {
  const wayOut = useExternalHref()
  const page = toPage(href, text)
  const size = small ? 'text-xs' : ''
  if (!page) return <bdi className={size}>{text}</bdi>
  return (
    <>
      <a
        href={wayOut(page.href)}
        target="_blank"
        rel="noopener noreferrer nofollow"
        title={page.href}
        className={cx('text-accent', size)}
      >
        {/* Its own inline box keeps the surrounding underline away. */}
        <bdi className="underline underline-offset-2">{text}</bdi>
      </a>
      {page.host !== undefined && <span className="block text-xs text-warm">{words.chat.linkTo(page.host)}</span>}
    </>
  )
}
