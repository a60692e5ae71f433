import { CornerDownRight } from 'lucide-react'
import type { MessageItem } from '../live/fold.ts'
import { colourful } from '../text/emoji.ts'
import { Markdown } from '../text/markdown.tsx'
import { Rich } from '../text/rich.tsx'
import { words } from '../words/index.ts'
import { Answers } from './answers.tsx'
import { chosenOf } from './chosen.ts'

/** The content of a message: plain text, a bot's markdown, a bot's question with its buttons, or a chosen button. */
export function Said({ item }: { item: MessageItem }) {
  const { text, markdown, title, buttons } = item
  const chosen = chosenOf(item)
  return (
    <>
      <div dir="auto" className="whitespace-pre-wrap">
        {markdown === undefined ? (
          <Rich text={buttons ? (title ?? text) : text} foreign={item.from === 'visitor'} />
        ) : (
          <Markdown content={markdown} />
        )}
      </div>
      {buttons && buttons.length > 0 && <Answers answers={buttons} />}
      {chosen !== null && (
        <p className="mt-0.5 mb-0.5 flex items-start gap-1 text-xs text-muted">
          <CornerDownRight aria-hidden="true" className="mt-0.5 size-3.5 shrink-0 rtl:-scale-x-100" />
          <bdi dir={words.dir}>{words.chat.chose(colourful(chosen))}</bdi>
        </p>
      )}
    </>
  )
}
