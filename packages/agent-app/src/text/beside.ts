import { saysWhere, type MarkdownNode, textOf } from '@deskbell/protocol/markdown'

type Link = Extract<MarkdownNode, { type: 'link' }>

/** Who is at the end of a link whose label does not say it: the host in ASCII, the mailbox, the number (T7). */
export function toBeside({ href, children }: Link): string | undefined {
  if (saysWhere(textOf(children), href)) return undefined
  const url = new URL(href)
  return url.host || url.pathname
}
