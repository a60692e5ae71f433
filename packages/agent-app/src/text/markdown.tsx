import { parseMarkdown, type MarkdownNode } from '@deskbell/protocol/markdown'
import { colourful } from './emoji.ts'
import { ExternalLink } from './external-link.tsx'
import { toBeside } from './beside.ts'
import { Rich } from './rich.tsx'

/** A bot's markdown as text nodes, `a`, `strong` and `em` only (T1, T4); addresses in its text become links too. */
export const Markdown = ({ content }: { content: string }) => toElements(parseMarkdown(content))

const toElements = (nodes: MarkdownNode[], isLabel = false) =>
  nodes.map((node, index) => {
    if (typeof node === 'string') return isLabel ? colourful(node) : <Rich key={index} text={node} />
    if (node.type !== 'link') {
      const Marked = node.type
      return <Marked key={index}>{toElements(node.children, isLabel)}</Marked>
    }
    return (
      <ExternalLink key={index} href={node.href} beside={toBeside(node)}>
        {toElements(node.children, true)}
      </ExternalLink>
    )
  })
