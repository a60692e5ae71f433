import type { CannedFile } from '@deskbell/protocol/agent/canned'
import type { ChatForMe } from '@deskbell/protocol/agent/chat'
import { AGENT_TEXT_MAX, ATTACHMENTS_MAX, FILE_MAX } from '@deskbell/protocol/limits'
import { ArrowUp, Paperclip, Zap } from 'lucide-react'
import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { usePicker } from '../canned/use-picker.tsx'
import { capabilitiesOf } from '../channels/capabilities.ts'
import { useAwaited, useCommands } from '../commands/registry.ts'
import { keepDraft, readDraft, watchDraft } from '../live/drafts.ts'
import { useSession } from '../live/react.ts'
import { size } from '../text/size.ts'
import { afterPaint } from '../ui/after-paint.ts'
import { IconButton } from '../ui/button.tsx'
import { isComposing } from '../ui/composing.ts'
import { cx } from '../ui/cx.ts'
import { later } from '../ui/later.tsx'
import { isTypingElsewhere } from '../ui/typing-elsewhere.ts'
import { words } from '../words/index.ts'
import { useColleagues } from './colleagues.ts'
import { COLUMN } from './column.ts'
import { KindSwitch } from './kind-switch.tsx'
import { MENTION_LIST, mentionOption } from './mention-ids.ts'
import { useEmoji } from './use-emoji.tsx'
import { useFormatting } from './use-formatting.tsx'
import { useMentions } from './use-mentions.tsx'
import { replyRequest } from './reply-request.ts'
import { isFormatted } from './format.ts'
import { FileTray } from './file-tray.tsx'
import { pickedFor } from './picked.ts'
import { pickCanned, pickFiles, toPending } from './pick-files.ts'
import { typingSigns } from './typing-signs.ts'
import { useDrop } from './use-drop.ts'
import { WriterChip } from './writer-chip.tsx'

const MentionList = later(() => import('./mention-list.tsx'))

/** Remaining characters below which the count is shown. */
const COUNT_FROM = 1000
const NO_FILES: readonly never[] = []
const ignore = (): void => {}
/** Counts code points, as the server does. */
const lengthOf = (text: string) => (text.length < AGENT_TEXT_MAX - COUNT_FROM ? text.length : [...text].length)

const SendLater = later(() => import('../waiting/send-later.tsx'))
const SEND_LATER = ['write.later'] as const

/** In the place of the button until it is there: takes its keys. */
function SendLaterLoading() {
  useAwaited(SEND_LATER)
  return <span className="size-8" />
}

type Props = {
  of: ChatForMe
  focus: boolean
  /** The field is for a private note. */
  isNote: boolean
  onKind: (isNote: boolean) => void
}

/**
 * The field in which the agent writes a reply or a private note. Each has its own draft per chat, which survives a
 * reload.
 */
export function Composer({ of, focus, isNote, onKind }: Props) {
  const { id: chat } = of
  const { who, outbox, link, live } = useSession()
  const draft = isNote ? 'note' : 'reply'
  const watchText = useCallback(
    (listener: () => void) => watchDraft({ who, chat, of: draft }, listener),
    [who, chat, draft],
  )
  const text = useSyncExternalStore(watchText, () => readDraft(who, chat, draft))
  const picked = useMemo(() => pickedFor(who, chat), [who, chat])
  const files = useSyncExternalStore(picked.subscribe, () => (isNote ? NO_FILES : picked.get()))
  const [problem, setProblem] = useState<string | null>(null)
  const area = useRef<HTMLTextAreaElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const signs = useMemo(
    () =>
      typingSigns((on) => {
        if (isNote) live.noting.set(on ? chat : null)
        else link.send({ type: 'typing', chat, on })
      }),
    [link, live, chat, isNote],
  )

  useEffect(() => signs.off, [signs])
  useEffect(() => {
    if (!focus) return
    return afterPaint(() => {
      const element = area.current
      if (!element || isTypingElsewhere(element.closest('footer'))) return
      element.focus({ preventScroll: true })
      element.setSelectionRange(element.value.length, element.value.length)
    })
  }, [focus, isNote])
  useEffect(
    () =>
      replyRequest.subscribe(() => {
        if (replyRequest.get()?.chat === chat) area.current?.focus()
      }),
    [chat],
  )

  const left = AGENT_TEXT_MAX - lengthOf(text.trim())
  const ready = left >= 0 && (text.trim() !== '' || files.length > 0)

  const write = (next: string) => {
    keepDraft(who, chat, next, draft)
    if (next.trim() === '') signs.off()
    else signs.on()
  }
  const startWith = (first: string) => {
    write(first)
    area.current?.focus()
  }
  useCommands({
    'write.canned': isNote || text !== '' ? null : () => startWith('/'),
    'write.attach': isNote ? null : () => input.current?.click(),
  })
  const { showsMarkdown } = capabilitiesOf(of.channel.kind)
  const formatting = useFormatting(!isNote && showsMarkdown, text, area)
  const emoji = useEmoji({ text, area, write })
  const mentions = useMentions(of, isNote, { text, area, write })
  const add = (chosen: readonly File[]) => {
    const { taken, problem } = pickFiles(chosen, ATTACHMENTS_MAX - picked.get().length)
    setProblem(problem)
    picked.add(taken)
    area.current?.focus()
  }
  /** Returns whether all files of the canned answer fit into the message. */
  const attach = (chosen: readonly CannedFile[]): boolean => {
    const { taken, problem } = pickCanned(chosen, picked.get())
    setProblem(problem)
    picked.add(taken)
    return problem === null
  }
  /** `at`: when to send it; else now, or after it was held as long as the agent has chosen. */
  const send = (said = text, at?: number) => {
    if (said === text && !ready) return
    const files = isNote ? NO_FILES : picked.get()
    const hold = live.me.get().hold * 1000
    const wait = at !== undefined ? { at } : hold > 0 ? { hold } : undefined
    signs.off()
    if (isNote) outbox.postNote(chat, said.trim(), mentions.mentions())
    else {
      const formatted = showsMarkdown && isFormatted(said) ? true : undefined
      outbox.post(chat, said.trim(), { files: files.map(toPending), wait, formatted })
      picked.clear()
    }
    keepDraft(who, chat, '', draft)
    setProblem(null)
    area.current?.focus()
  }
  const picker = usePicker(of, { text, write, attach, send, isOn: !isNote })
  const onKeyDown = (event: KeyboardEvent) => {
    if (mentions.onKeyDown(event) || picker.onKeyDown(event) || formatting.onKeyDown(event)) return
    if (event.key === 'Escape' && isNote && !isComposing(event.nativeEvent)) {
      event.stopPropagation()
      return onKind(false)
    }
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event.nativeEvent)) return
    event.preventDefault()
    send()
  }
  const listed = mentions.found[mentions.at]
  const { writer } = useColleagues(chat, of.agent)
  const over = useDrop(isNote ? ignore : add) && !isNote
  const label = isNote ? words.notes.placeholder : words.chat.placeholder

  return (
    <footer className={cx(COLUMN, 'relative shrink-0 pb-[max(0.75rem,env(safe-area-inset-bottom))]')}>
      {over && (
        <div className="pointer-events-none fixed inset-0 z-40 grid place-items-center bg-veil">
          <p className="rounded-xl border-2 border-dashed border-accent bg-raised px-6 py-4 text-md font-medium shadow-raised">
            {words.chat.drop}
          </p>
        </div>
      )}
      {picker.list}
      {mentions.found.length > 0 && <MentionList found={mentions.found} at={mentions.at} onChoose={mentions.choose} />}
      <div
        className={cx(
          'rounded-2xl border shadow-low transition-colors focus-within:ring-2',
          isNote
            ? 'border-warm/50 bg-warm-tint focus-within:border-warm focus-within:ring-warm/20'
            : writer && !writer.note
              ? 'border-warm bg-panel focus-within:ring-warm/20'
              : 'border-edge bg-panel focus-within:border-accent focus-within:ring-accent/20',
        )}
      >
        {files.length > 0 && <FileTray files={files} onRemove={picked.remove} />}
        {/* The field is as high as its text: a hidden copy of the text gives the height without measuring. */}
        <div
          data-text={`${text} `}
          className="grid min-h-10 after:invisible after:col-start-1 after:row-start-1 after:max-h-[40dvh] after:overflow-hidden after:px-3 after:pt-2.5 after:pb-1 after:text-md after:whitespace-pre-wrap after:content-[attr(data-text)] after:breakable"
        >
          <textarea
            ref={area}
            dir="auto"
            rows={1}
            value={text}
            aria-label={label}
            aria-invalid={left < 0 || undefined}
            aria-describedby={left <= COUNT_FROM ? 'composer-count' : undefined}
            placeholder={label}
            aria-autocomplete="list"
            aria-controls={mentions.found.length > 0 ? MENTION_LIST : picker.controls}
            aria-activedescendant={listed ? mentionOption(listed.id) : picker.active}
            onSelect={mentions.look}
            onChange={(event) => {
              write(event.target.value)
              mentions.look()
            }}
            onKeyDown={onKeyDown}
            onBlur={signs.off}
            onPaste={(event) => {
              const pasted = [...event.clipboardData.files]
              if (pasted.length === 0 || isNote) return
              event.preventDefault()
              add(pasted)
            }}
            className="col-start-1 row-start-1 resize-none bg-transparent px-3 pt-2.5 pb-1 text-md outline-none placeholder:text-muted"
          />
        </div>
        {formatting.preview}
        <div className="flex flex-wrap items-center gap-0.5 p-1.5">
          <KindSwitch isNote={isNote} onChange={onKind} />
          {!isNote && (
            <IconButton
              label={`${words.chat.attach}. ${words.chat.attachHelp(size(FILE_MAX))}`}
              onClick={() => input.current?.click()}
            >
              <Paperclip className="size-4.5" />
            </IconButton>
          )}
          {emoji}
          {!isNote && text === '' && (
            <IconButton label={words.chat.canned} onClick={() => startWith('/')}>
              <Zap className="size-4.5" />
            </IconButton>
          )}
          <input
            ref={input}
            type="file"
            multiple
            hidden
            data-testid="file"
            onChange={(event) => {
              add([...(event.target.files ?? [])])
              event.target.value = ''
            }}
          />
          {formatting.bar && <div className="max-sm:order-first max-sm:w-full">{formatting.bar}</div>}
          {isNote && <p className="min-w-0 flex-1 truncate ps-1 text-xs text-warm">{words.notes.help}</p>}
          {writer && <WriterChip writer={writer} className="ms-auto" />}
          <div className="ms-auto flex shrink-0 items-center gap-1">
            {!isNote && ready && <SendLater onTime={(at) => send(text, at)} loading={<SendLaterLoading />} />}
            <button
              type="button"
              aria-label={isNote ? words.notes.send : words.chat.send}
              aria-disabled={!ready}
              onClick={() => send()}
              className={cx(
                'grid size-8 shrink-0 place-items-center rounded-lg transition-colors',
                !ready
                  ? 'bg-well text-muted'
                  : isNote
                    ? 'bg-warm text-panel'
                    : 'bg-accent text-on-accent hover:bg-accent-strong',
              )}
            >
              <ArrowUp className="size-4.5" strokeWidth={2.4} />
            </button>
          </div>
        </div>
        {(left <= COUNT_FROM || problem) && (
          <div className="flex justify-between gap-4 px-3 pb-2 text-xs">
            <p role="alert" className="min-w-0 text-bad breakable">
              {problem}
            </p>
            {left <= COUNT_FROM && (
              <p
                id="composer-count"
                className={cx('ms-auto shrink-0', left < 0 ? 'font-medium text-bad' : 'text-muted')}
              >
                {left < 0 ? words.chat.over(-left) : words.chat.left(left)}
              </p>
            )}
          </div>
        )}
      </div>
    </footer>
  )
}
