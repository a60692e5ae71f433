import { parseMarkdown, type MarkdownNode } from '@deskbell/protocol/markdown'
import { words } from '../words/index.ts'
import { toBeside } from './beside.ts'
import { Rich } from './rich.tsx'

/** A bot's markdown. Only text nodes, `a`, `strong` and `em` come of it (T1, T4); addresses in its text are links too. */
export const Markdown = ({ content }: { content: string }) => toElements(parseMarkdown(content))

const toElements = (nodes: MarkdownNode[], isLabel = false) =>
  nodes.map((node, index) => {
    if (typeof node === 'string') return isLabel ? node : <Rich key={index} text={node} />
    if (node.type !== 'link') {
      const Marked = node.type
      return <Marked key={index}>{toElements(node.children, isLabel)}</Marked>
    }
    const beside = toBeside(node)
    return (
      <a
        key={index}
        href={node.href}
        target="_blank"
        rel="noreferrer noopener"
        title={beside === undefined ? node.href : words.chat.linkTo(beside)}
        {...(beside === undefined ? {} : { 'data-host': beside })}
        className="text-accent underline decoration-from-font underline-offset-2 hover:text-accent-strong"
      >
        {toElements(node.children, true)}
      </a>
    )
  })
