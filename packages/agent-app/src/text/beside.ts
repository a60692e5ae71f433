import { saysWhere, type MarkdownNode, textOf } from '@deskbell/protocol/markdown'

type Link = Extract<MarkdownNode, { type: 'link' }>

/** The destination of a link whose label does not show it: the host in ASCII, the mailbox, or the number (T7). */
export function toBeside({ href, children }: Link): string | undefined {
  if (saysWhere(textOf(children), href)) return undefined
  const url = new URL(href)
  return url.host || url.pathname
}
