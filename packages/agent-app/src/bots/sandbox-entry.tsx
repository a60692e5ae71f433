import type { SandboxLine } from '@deskbell/protocol/agent/bot'
import { ArrowDownLeft, ArrowUpRight, ChevronDown } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Answers } from '../chat/answers.tsx'
import { Exchange } from '../deliveries/exchange.tsx'
import { Markdown } from '../text/markdown.tsx'
import { Rich } from '../text/rich.tsx'
import { clock, full, number } from '../text/when.ts'
import { cx } from '../ui/cx.ts'
import { words } from '../words/index.ts'
import { isRefused, toStepMessage } from './sandbox-state.ts'

const w = words.bots.sandbox

type FrameProps = {
  direction: SandboxLine['direction']
  who: string
  event: string
  isBad?: boolean
  children: ReactNode
  end?: ReactNode
}

/** One step of a sandbox chat: its direction, its author and its content. */
export const LineFrame = ({ direction, who, event, isBad = false, children, end }: FrameProps) => (
  <li className="border-b border-line px-3 py-3 last:border-b-0 md:px-4">
    <div className="flex items-start gap-3">
      <span
        className={cx(
          'mt-0.5 grid size-6 shrink-0 place-items-center rounded-full',
          isBad ? 'bg-bad-tint text-bad' : direction === 'out' ? 'bg-well text-soft' : 'bg-tint text-accent',
        )}
      >
        {direction === 'out' ? (
          <ArrowUpRight aria-hidden="true" className="size-3.5 rtl:-scale-x-100" />
        ) : (
          <ArrowDownLeft aria-hidden="true" className="size-3.5 rtl:-scale-x-100" />
        )}
        <span className="sr-only">{direction === 'out' ? w.out : w.in}</span>
      </span>
      <div className="min-w-0 flex-1">
        <div className="mb-0.5 flex flex-wrap items-center gap-x-2 gap-y-0.5 text-xs text-muted">
          <bdi className="font-medium text-soft">{who}</bdi>
          {event !== '' && <code className="font-mono text-2xs">{event}</code>}
          {end}
        </div>
        {children}
      </div>
    </div>
  </li>
)

/** A step with its request and response, which unfold below it. */
export function SandboxEntry({ line, bot }: { line: SandboxLine; bot: string }) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const { direction, event, at, ms, ok, status, verdict } = line
  const message = toStepMessage(line)
  const isDeskbell = event === 'AGENT_JOINED' || event === 'AGENT_UNAVAILABLE'
  const who = direction === 'in' ? bot : isDeskbell ? words.app : w.customer
  const took = direction === 'out' ? ` · ${words.exchange.took(number(ms))}` : ''
  return (
    <LineFrame
      direction={direction}
      who={who}
      event={event}
      isBad={!ok}
      end={
        <>
          <time dateTime={new Date(at).toISOString()} title={full(at)} className="max-sm:hidden">
            {clock(at)}
          </time>
          <button
            type="button"
            aria-expanded={open}
            aria-controls={id}
            onClick={() => setOpen(!open)}
            className="ms-auto inline-flex min-h-6 items-center gap-1 rounded-md px-1.5 hover:bg-well hover:text-ink"
          >
            <span dir="ltr" className={cx('font-mono text-2xs', !ok && 'text-bad')}>
              {words.exchange.status(status)}
              {took}
            </span>
            <span className="sr-only">: {w.show}</span>
            <ChevronDown aria-hidden="true" className={cx('size-3.5 transition-transform', open && 'rotate-180')} />
          </button>
        </>
      }
    >
      {message ? (
        <>
          <div dir="auto" className="w-fit max-w-full text-md whitespace-pre-wrap breakable">
            {message.markdown === undefined ? <Rich text={message.text} /> : <Markdown content={message.markdown} />}
          </div>
          {message.answers.length > 0 && <Answers answers={message.answers} />}
        </>
      ) : (
        <p className={cx('text-md breakable', isRefused(line) && 'text-bad')}>{w.events[event] ?? verdict}</p>
      )}
      {(message || w.events[event]) && (
        <p className={cx('mt-0.5 text-xs breakable', ok ? 'text-muted' : 'text-bad')}>{verdict}</p>
      )}
      {isRefused(line) && <p className="mt-0.5 text-xs text-muted">{w.refused}</p>}
      <div id={id}>
        {open && <Exchange url={line.url} status={status} ms={ms} request={line.request} response={line.response} />}
      </div>
    </LineFrame>
  )
}
