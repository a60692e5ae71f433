import { useCells, useSession } from '../live/react.ts'
import { cx } from '../ui/cx.ts'
import { words } from '../words/index.ts'
import { COLUMN } from './column.ts'

/**
 * Whether the visitor is typing, and the text so far where the channel reports it (a widget does). The line always takes
 * its space, so that the layout does not move.
 */
export function TypingLine({ id, name }: { id: number; name: string | null }) {
  const { live } = useSession()
  const typing = useCells(live.typing, id)
  const who = typing?.visitor ? name : null
  return (
    <>
      {typing?.visitor && typing.text !== '' && <BeingTyped text={typing.text} />}
      <div
        data-typing={typing?.visitor ?? false}
        className={cx(COLUMN, 'flex h-6 shrink-0 items-center text-xs text-muted')}
      >
        {who !== null && (
          <span className="inline-flex max-w-full animate-appear items-center gap-1.5">
            <span aria-hidden="true" className="flex gap-0.5">
              {[0, 150, 300].map((delay) => (
                <span
                  key={delay}
                  className="size-1 animate-dot rounded-full bg-muted"
                  style={{ animationDelay: `${delay}ms` }}
                />
              ))}
            </span>
            <bdi dir={words.dir} className="truncate">
              {words.chat.typing(who)}
            </bdi>
          </span>
        )}
      </div>
    </>
  )
}

/** Lighter than a message, because it is not sent. Of a long text the end is visible. */
const BeingTyped = ({ text }: { text: string }) => (
  <div className={cx(COLUMN, 'flex shrink-0 pt-2')}>
    <div
      data-testid="being-typed"
      className="flex max-h-24 max-w-[min(34rem,85%)] animate-appear flex-col justify-end overflow-hidden rounded-2xl rounded-es-md border border-dashed border-edge px-3 py-1.5 text-md text-muted"
    >
      <span className="sr-only">{words.chat.beingTyped}</span>
      <div dir="auto" className="whitespace-pre-wrap breakable">
        {text}
      </div>
    </div>
  </div>
)
