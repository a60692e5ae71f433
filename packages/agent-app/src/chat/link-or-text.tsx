import { toPage } from '../text/links.ts'
import { useWayOut } from '../text/way-out.ts'
import { cx } from '../ui/cx.ts'
import { words } from '../words/index.ts'

type Props = { href: string; text: string; small?: boolean }

/** A stranger's link, where it leads to a page; else the words as they came (T28). Where it leads stands beside it when the words do not say so (T7). */
export function LinkOrText({ href, text, small = false }: Props) {
  const wayOut = useWayOut()
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
        {/* A box of its own takes no line under it from what it stands in. */}
        <bdi className="underline underline-offset-2">{text}</bdi>
      </a>
      {page.host !== undefined && <span className="block text-xs text-warm">{words.chat.linkTo(page.host)}</span>}
    </>
  )
}
