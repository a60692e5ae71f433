import { toPage } from '../text/links.ts'

/**
 * A link that the account's own server gave: it opens at once, without the page that a stranger's link goes by (C13). Where
 * it is no page, the words alone.
 */
export function ServerLink({ href, text }: { href: string; text: string }) {
  const page = toPage(href)
  if (!page) return <bdi className="whitespace-pre-wrap">{text}</bdi>
  return (
    <a href={page.href} target="_blank" rel="noopener noreferrer" title={page.href} className="text-accent">
      {/* A box of its own takes no line under it from what it stands in. */}
      <bdi className="underline underline-offset-2">{text}</bdi>
    </a>
  )
}
