import { toPage } from '../text/links.ts'

/**
 * A link from the account's own server. It opens directly, without the warning page for visitors' links (C13). Plain
 * text when the address is not a web page.
 */
export function ServerLink({ href, text }: { href: string; text: string }) {
  const page = toPage(href)
  if (!page) return <bdi className="whitespace-pre-wrap">{text}</bdi>
  return (
    <a href={page.href} target="_blank" rel="noopener noreferrer" title={page.href} className="text-accent">
      {/* Its own inline box keeps the surrounding underline away. */}
      <bdi className="underline underline-offset-2">{text}</bdi>
    </a>
  )
}
