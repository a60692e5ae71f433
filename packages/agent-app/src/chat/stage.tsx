import { Activity, useInsertionEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import type { List } from '../live/lists.ts'
import { Conversation } from './conversation.tsx'
import { usePanes } from './panes.ts'

/**
 * The open conversation. The conversations that may follow are drawn while the agent reads this one; opening one of them
 * puts its element here and draws nothing else.
 */
export function Stage({ chat, view }: { chat: number; view: List }) {
  const [place, setPlace] = useState<HTMLElement | null>(null)
  const { shown, others } = usePanes(chat)
  // Before the effects of the conversation, which focus and observe its elements.
  useInsertionEffect(() => place?.replaceChildren(shown.element), [place, shown])
  return (
    <>
      <div ref={setPlace} className="contents" />
      {place &&
        [shown, ...others].map(({ key, chat: id, element }) =>
          createPortal(
            <Activity mode={key === shown.key ? 'visible' : 'hidden'}>
              <Conversation id={id} view={view} />
            </Activity>,
            element,
            key,
          ),
        )}
    </>
  )
}
