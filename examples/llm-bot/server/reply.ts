import type { Completion } from './completion.ts'
import { toMarkdown, type Markdown } from './markdown.ts'
import { HAND_OVER, MARKED } from './prompt.ts'

/** What becomes of a completion: what the customer reads, and whether a person is called then. */
export interface Reply {
  message?: Markdown
  handOver: boolean
}

export function toReply({ text, tools }: Completion): Reply {
  const { name } = HAND_OVER.function
  const said = withoutThoughts(text)
  const marker = said.search(MARKED)
  // Small models write the call into their text. Nothing of that is for the customer.
  if (marker < 0 && said.includes(name)) return { handOver: true }
  // What comes after the marker is said to us, and marks before it belong to it.
  const toCustomer = marker < 0 ? said : said.slice(0, marker).replace(/[*_`]{1,3}$/, '')
  const message = toMarkdown(toCustomer)
  if (!message.content) return { handOver: true } // Nothing helps nobody.
  // Some servers repeat the name with every piece of the call.
  return { message, handOver: marker >= 0 || [...tools.values()].some((tool) => tool.startsWith(name)) }
}

/** Some servers leave what a model thinks in what it says, and some of these leave out the opening tag. */
function withoutThoughts(text: string): string {
  const end = text.lastIndexOf('</think>')
  if (end >= 0) return text.slice(end + '</think>'.length)
  return text.trimStart().startsWith('<think>') ? '' : text
}
