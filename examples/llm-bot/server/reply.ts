import type { Completion } from './completion.ts'
import { toMarkdown, type Markdown } from './markdown.ts'
import { HAND_OVER, MARKED } from './prompt.ts'

/** The result of a completion: the visitor's message, and whether an agent is called. */
export interface Reply {
  message?: Markdown
  handOver: boolean
}

export function toReply({ text, tools }: Completion): Reply {
  const { name } = HAND_OVER.function
  const said = withoutThoughts(text)
  const marker = said.search(MARKED)
  // Small models write the call as text. None of it is for the visitor.
  if (marker < 0 && said.includes(name)) return { handOver: true }
  // The text after the marker is for the bot, and marks before it belong to it.
  const toCustomer = marker < 0 ? said : said.slice(0, marker).replace(/[*_`]{1,3}$/, '')
  const message = toMarkdown(toCustomer)
  if (!message.content) return { handOver: true } // An empty message helps no visitor.
  // Some servers repeat the name with every piece of the call.
  return { message, handOver: marker >= 0 || [...tools.values()].some((tool) => tool.startsWith(name)) }
}

/** Some servers leave the model's reasoning in its text, and some of these omit the opening tag. */
function withoutThoughts(text: string): string {
  const end = text.lastIndexOf('</think>')
  if (end >= 0) return text.slice(end + '</think>'.length)
  return text.trimStart().startsWith('<think>') ? '' : text
}
