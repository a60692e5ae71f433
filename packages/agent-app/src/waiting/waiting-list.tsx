import type { ChatForMe, ScheduledMessage } from '@deskbell/protocol/agent/chat'
import { AlarmClock, Clock, Paperclip } from 'lucide-react'
import { COLUMN } from '../chat/column.ts'
import { pickBack } from '../chat/pick-files.ts'
import { pickedFor } from '../chat/picked.ts'
import { replyRequest } from '../chat/reply-request.ts'
import { useCommands } from '../commands/registry.ts'
import { keepDraft, readDraft } from '../live/drafts.ts'
import { useCell, useSession } from '../live/react.ts'
import { colourful } from '../text/emoji.ts'
import { Markdown } from '../text/markdown.tsx'
import { full, upcoming } from '../text/when.ts'
import { useAct } from '../ui/act.ts'
import { Button } from '../ui/button.tsx'
import { useSeconds } from '../ui/now.ts'
import { words } from '../words/index.ts'
import { sendNow, takeBack, wake } from './acts.ts'

const w = words.waiting
/** Messages whose text is back in the field. */
const restored = new Set<string>()

/** What waits in a chat: messages to be sent, and the end of a snooze. */
export default function WaitingList({ chat }: { chat: ChatForMe }) {
  const { scheduled = [], snoozed } = chat
  return (
    <div className={`${COLUMN} max-h-[35dvh] shrink-0 overflow-y-auto pb-2`}>
      {snoozed && <Snoozed chat={chat} until={snoozed.until} />}
      <ul aria-label={w.scheduled} className="flex flex-col gap-1.5">
        {scheduled.map((message) => (
          <Waiting key={message.id} chat={chat.id} message={message} />
        ))}
      </ul>
    </div>
  )
}

function Snoozed({ chat, until }: { chat: ChatForMe; until: number | null }) {
  const { live } = useSession()
  const now = useSeconds()
  const { busy, problem, run } = useAct()
  const end = async () => {
    if (await run(() => wake(live, chat.id))) replyRequest.set({ to: 'reply', chat: chat.id })
  }
  useCommands({ 'chat.wake': () => void end() })
  return (
    <div className="mb-1.5 flex items-center gap-2 rounded-xl bg-well px-3 py-1.5 text-sm">
      <AlarmClock aria-hidden="true" className="size-4 shrink-0 text-muted" />
      <p className="min-w-0 flex-1">
        {problem?.text ?? w.snoozedUntil(until === null ? w.visitorWrites : upcoming(until, now))}
      </p>
      <Button size="sm" kind="quiet" busy={busy} onClick={() => void end()}>
        {w.wake}
      </Button>
    </div>
  )
}

function Waiting({ chat, message }: { chat: number; message: ScheduledMessage }) {
  const { live, who } = useSession()
  const me = useCell(live.me).id
  const now = useSeconds()
  const { busy, problem, run } = useAct()
  const { id, text: plain, markdown, due, hold, agent, attachments = [], visitorWrote } = message
  const text = markdown ?? plain
  const mine = agent.id === me

  /** The buttons go away with the message, so the focus goes to the field. */
  const after = (done: boolean) => {
    if (done) replyRequest.set({ to: 'reply', chat })
  }
  const restore = () => {
    // After a lost answer the log and a second attempt may both say that it was taken back.
    if (restored.has(id)) return
    restored.add(id)
    const draft = readDraft(who, chat)
    keepDraft(who, chat, [text, draft].filter((part) => part.trim() !== '').join('\n'))
    pickedFor(who, chat).add(pickBack(attachments))
    after(true)
  }
  const edit = () => run(() => takeBack(live, chat, id, restore))
  // The newest message that is held comes last, and its command is the one that holds.
  useCommands({ 'write.takeBack': hold && mine ? () => void edit() : null })
  const left = Math.max(0, Math.ceil((due - now) / 1000))
  return (
    <li className="flex flex-col gap-1 rounded-xl border border-dashed border-edge bg-panel px-3 py-2">
      {plain !== '' && (
        <p dir="auto" className="line-clamp-3 text-sm whitespace-pre-wrap breakable">
          {markdown === undefined ? colourful(plain) : <Markdown content={markdown} />}
        </p>
      )}
      {attachments.length > 0 && (
        <ul className="flex flex-wrap gap-x-3 text-sm">
          {attachments.map(({ file, name }) => (
            <li key={file} className="flex max-w-full min-w-0 items-center gap-1.5">
              <Paperclip aria-hidden="true" className="size-3.5 shrink-0 text-muted" />
              <bdi className="truncate">{name}</bdi>
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted">
        <Clock aria-hidden="true" className="size-3.5 shrink-0" />
        {hold ? (
          <span aria-hidden={left > 0 || undefined}>{left > 0 ? w.sendingIn(left) : words.chat.sending}</span>
        ) : (
          <time dateTime={new Date(due).toISOString()} title={full(due)}>
            {w.sentAt(upcoming(due, now))}
          </time>
        )}
        {!mine && <bdi dir={words.dir}>{w.by(agent.name)}</bdi>}
        {visitorWrote && <span className="rounded bg-warm-tint px-1 text-warm">{w.visitorWrote}</span>}
        <span className="ms-auto flex gap-1">
          {hold ? (
            <Button size="sm" kind="quiet" busy={busy} onClick={() => void edit()}>
              {w.takeBack}
            </Button>
          ) : (
            <>
              {/* A file is sent by the agent who has uploaded it. */}
              {(mine || attachments.length === 0) && (
                <Button size="sm" kind="quiet" onClick={() => void edit()}>
                  {w.edit}
                </Button>
              )}
              <Button size="sm" kind="quiet" onClick={() => void run(() => sendNow(live, chat, id)).then(after)}>
                {w.sendNow}
              </Button>
              <Button size="sm" kind="quiet" onClick={() => void run(() => takeBack(live, chat, id)).then(after)}>
                {words.common.cancel}
              </Button>
            </>
          )}
        </span>
      </div>
      {problem && (
        <p role="alert" className="text-xs text-bad">
          {problem.text}
        </p>
      )}
    </li>
  )
}
