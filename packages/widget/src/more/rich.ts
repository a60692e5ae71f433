import { type MarkdownNode, parseMarkdown } from '@deskbell/protocol/markdown'
import { el, toLink, toTexts } from '../window/start.ts'

const LEADS_OUT = /^(https?|mailto):/

function toNodes(node: MarkdownNode): (Node | string)[] {
  if (typeof node === 'string') return toTexts(node)
  if (node.type !== 'link') return [el(node.type, {}, ...node.children.flatMap(toNodes))]
  const children = node.children.flatMap((child) => (typeof child === 'string' ? [child] : toNodes(child)))
  return LEADS_OUT.test(node.href) ? [toLink(node.href, ...children)] : children
}

/** A bot's markdown as DOM nodes, built from its tree: text never becomes markup (T1). */
export const toRich = (markdown: string): (Node | string)[] => parseMarkdown(markdown).flatMap(toNodes)
