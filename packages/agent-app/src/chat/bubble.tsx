import { Bot, StickyNote } from 'lucide-react'
import { memo } from 'react'
import type { MessageItem } from '../live/fold.ts'
import { Attachments } from '../media/attachments.tsx'
import { clock, full, number } from '../text/when.ts'
import { cx } from '../ui/cx.ts'
import { words } from '../words/index.ts'
import { EditedMark } from './edited-mark.tsx'
import { Failed } from './failed.tsx'
import { ErasedText } from './erased-text.tsx'
import { MessageMenuButton } from './message-menu-button.tsx'
import { NoteText } from './note-text.tsx'
import { Said } from './said.tsx'
import { Ticks } from './ticks.tsx'

type Props = {
  item: MessageItem
  head: boolean
  tail: boolean
  chat: number
  /** The visitor's name. */
  name: string
  open: boolean
  me: number
  /** The visitor's page has the message, although no entry records it. */
  isThere: boolean
}

type BubbleShape = { ours: boolean; head: boolean; tail: boolean; bad: boolean; byBot?: boolean; note?: boolean }

/** The frame of a message: its side, and the rounded corners of its group. */
export const bubbleClass = ({ ours, head, tail, bad, byBot = false, note = false }: BubbleShape) =>
  cx(
    'max-w-full rounded-2xl border px-3 py-1.5 text-md breakable',
    note ? 'bg-warm-tint' : byBot ? 'bg-well' : ours ? 'bg-tint' : 'bg-panel',
    bad
      ? 'border-bad-solid'
      : note
        ? 'border-warm/40'
        : byBot
          ? 'border-line'
          : ours
            ? 'border-tint-edge'
            : 'border-line',
    ours ? !head && 'rounded-se-md' : !head && 'rounded-ss-md',
    ours ? !tail && 'rounded-ee-md' : !tail && 'rounded-es-md',
  )

/** The author's name. */
export const authorOf = ({ from, agent, bot }: MessageItem, name: string, me: number) => {
  if (from === 'visitor') return name
  if (from === 'bot') return bot?.name ?? words.inbox.bot
  if (from === 'system') return words.chat.system
  return agent?.id === me ? words.inbox.you : (agent?.name ?? words.inbox.you)
}

/** One message with its content, time and delivery state. */
export const Bubble = memo(function Bubble({ item, head, tail, chat, name, open, me, isThere }: Props) {
  const ours = item.from !== 'visitor'
  const byBot = item.from === 'bot'
  const failed = item.status.state === 'failed'
  const author = authorOf(item, name, me)
  const isNote = item.note !== undefined
  const named = head && ours && (isNote || item.agent?.id !== me)
  return (
    <div
      data-n={item.n}
      className={cx(
        'group/line flex flex-col px-4 md:px-6',
        head ? 'pt-3' : 'pt-0.5',
        ours ? 'items-end' : 'items-start',
      )}
    >
      <span className="sr-only">
        {isNote ? words.notes.by(author) : author}, {clock(item.at)}:
      </span>
      {named && (
        <span aria-hidden="true" className="mb-1 flex items-center gap-1 px-1 text-xs font-medium text-muted">
          {byBot && <Bot className="size-3.5" />}
          {isNote && <StickyNote className="size-3.5 text-warm" />}
          {isNote ? <bdi dir={words.dir}>{words.notes.by(author)}</bdi> : <bdi>{author}</bdi>}
        </span>
      )}
      <div
        title={full(item.at)}
        data-said
        className="relative flex max-w-[min(34rem,85%)] flex-col gap-1 pointer-coarse:select-none"
      >
        {!item.erased && <MessageMenuButton n={item.n} ours={ours} />}
        <Attachments attachments={item.attachments} ours={ours} bad={failed} />
        {(item.text !== '' || item.attachments.length === 0 || item.edited) && (
          <div
            className={cx(
              bubbleClass({ ours, head, tail, bad: failed, byBot, note: isNote }),
              item.erased && 'border-dashed',
              ours ? 'self-end' : 'self-start',
            )}
          >
            {item.erased ? (
              <ErasedText />
            ) : item.note ? (
              <NoteText text={item.text} mentions={item.note.mentions} />
            ) : (
              <Said item={item} />
            )}
            {item.edited && <EditedMark edited={item.edited} />}
            {item.cutFrom !== undefined && !item.edited && (
              <p className="mt-1 border-t border-line pt-1 text-xs text-muted">
                {words.chat.cut(number(item.cutFrom))}
              </p>
            )}
            {item.left && <p className="mt-1 border-t border-line pt-1 text-xs text-muted">{words.offline.left}</p>}
          </div>
        )}
      </div>
      {(tail || failed || item.status.state === 'again') && (
        <div className="mt-1 flex items-center gap-1.5 px-1 text-xs text-muted">
          <time dateTime={new Date(item.at).toISOString()}>{clock(item.at)}</time>
          {((item.from === 'agent' && !isNote) || byBot) && <Ticks status={item.status} isThere={isThere} />}
        </div>
      )}
      {item.status.state === 'failed' && (
        <Failed chat={chat} n={item.n} status={item.status} times={item.failures ?? 1} open={open} />
      )}
    </div>
  )
})
