import type { UnfoldingView } from '../entry-view.ts'
import { words } from '../words/index.ts'

/** A message of an agent who no longer took part: agents can unfold it. */
export const messageLate: UnfoldingView<'message.late'> = {
  shown: 'unfolding',
  summary: ({ agent }) => words.offers.late(agent.name),
  text: ({ text }) => text,
  files: ({ attachments }) => attachments,
}
