import { AGENT_TEXT_MAX, ATTACHMENTS_MAX, FILE_MAX } from '@deskbell/protocol/limits'
import { ArrowUp, Paperclip } from 'lucide-react'
import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { keepDraft, readDraft, watchDraft } from '../live/drafts.ts'
import { useSession } from '../live/react.ts'
import { size } from '../text/size.ts'
import { IconButton } from '../ui/button.tsx'
import { isComposing } from '../ui/composing.ts'
import { cx } from '../ui/cx.ts'
import { words } from '../words/index.ts'
import { replyRequest } from './reply-request.ts'
import { FileTray } from './file-tray.tsx'
import { pickedFor } from './picked.ts'
import { pickFiles } from './pick-files.ts'
import { typingSigns } from './typing-signs.ts'
import { useDrop } from './use-drop.ts'

/** Remaining characters below which the count is shown. */
const COUNT_FROM = 1000
/** Counts code points, as the server does. */
const lengthOf = (text: string) => (text.length < AGENT_TEXT_MAX - COUNT_FROM ? text.length : [...text].length)

/** Where the agent writes. The draft is stored per chat and survives a reload. */
export function Composer({ chat, focus }: { chat: number; focus: boolean }) {
  const { who, outbox, link } = useSession()
  const watchText = useCallback((listener: () => void) => watchDraft(who, chat, listener), [who, chat])
  const text = useSyncExternalStore(watchText, () => readDraft(who, chat))
  const picked = useMemo(() => pickedFor(who, chat), [who, chat])
  const files = useSyncExternalStore(picked.subscribe, picked.get)
  const [problem, setProblem] = useState<string | null>(null)
  const area = useRef<HTMLTextAreaElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const signs = useMemo(() => typingSigns((on) => void link.send({ type: 'typing', chat, on })), [link, chat])

  useEffect(() => signs.off, [signs])
  useEffect(() => {
    if (!focus) return
    const element = area.current
    element?.focus({ preventScroll: true })
    element?.setSelectionRange(element.value.length, element.value.length)
  }, [focus])
  useEffect(() => replyRequest.subscribe(() => area.current?.focus()), [])

  const left = AGENT_TEXT_MAX - lengthOf(text.trim())
  const ready = left >= 0 && (text.trim() !== '' || files.length > 0)

  const write = (next: string) => {
    keepDraft(who, chat, next)
    if (next.trim() === '') signs.off()
    else signs.on()
  }
  const add = (chosen: readonly File[]) => {
    const { taken, problem } = pickFiles(chosen, ATTACHMENTS_MAX - picked.get().length)
    setProblem(problem)
    picked.add(taken)
    area.current?.focus()
  }
  const send = () => {
    if (!ready) return
    signs.off()
    outbox.post(
      chat,
      text.trim(),
      files.map(({ file }) => file),
    )
    keepDraft(who, chat, '')
    picked.clear()
    setProblem(null)
    area.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event.nativeEvent)) return
    event.preventDefault()
    send()
  }
  const over = useDrop(add)

  return (
    <footer className="relative shrink-0 bg-canvas px-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] md:px-5">
      {over && (
        <div className="pointer-events-none fixed inset-0 z-40 grid place-items-center bg-veil">
          <p className="rounded-xl border-2 border-dashed border-accent bg-raised px-6 py-4 text-md font-medium shadow-raised">
            {words.chat.drop}
          </p>
        </div>
      )}
      <div className="rounded-2xl border border-edge bg-panel shadow-low transition-colors focus-within:border-accent focus-within:ring-2 focus-within:ring-accent/20">
        {files.length > 0 && <FileTray files={files} onRemove={picked.remove} />}
        <div className="flex items-end gap-1 p-1.5">
          <IconButton
            label={`${words.chat.attach}. ${words.chat.attachHelp(size(FILE_MAX))}`}
            onClick={() => input.current?.click()}
          >
            <Paperclip className="size-4.5" />
          </IconButton>
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
          {/* The field is as high as its text: a hidden copy of the text gives the height without measuring. */}
          <div
            data-text={`${text} `}
            className="grid min-h-8 flex-1 after:invisible after:col-start-1 after:row-start-1 after:max-h-[40dvh] after:overflow-hidden after:py-1.5 after:text-md after:whitespace-pre-wrap after:content-[attr(data-text)] after:breakable"
          >
            <textarea
              ref={area}
              dir="auto"
              rows={1}
              value={text}
              aria-label={words.chat.placeholder}
              aria-invalid={left < 0 || undefined}
              aria-describedby={left <= COUNT_FROM ? 'composer-count' : undefined}
              placeholder={words.chat.placeholder}
              onChange={(event) => write(event.target.value)}
              onKeyDown={onKeyDown}
              onBlur={signs.off}
              onPaste={(event) => {
                const pasted = [...event.clipboardData.files]
                if (pasted.length === 0) return
                event.preventDefault()
                add(pasted)
              }}
              className="col-start-1 row-start-1 resize-none bg-transparent py-1.5 text-md outline-none placeholder:text-muted"
            />
          </div>
          <button
            type="button"
            aria-label={words.chat.send}
            aria-disabled={!ready}
            onClick={send}
            className={cx(
              'grid size-8 shrink-0 place-items-center rounded-lg transition-colors',
              ready ? 'bg-accent text-on-accent hover:bg-accent-strong' : 'bg-well text-muted',
            )}
          >
            <ArrowUp className="size-4.5" strokeWidth={2.4} />
          </button>
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
