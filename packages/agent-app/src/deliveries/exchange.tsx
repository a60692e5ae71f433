import { pretty } from '../text/pretty.ts'
import { number } from '../text/when.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { cx } from '../ui/cx.ts'
import { words } from '../words/index.ts'

const w = words.exchange

type Side = { headers: Record<string, string>; body: string }
type Props = {
  method?: string
  url: string
  status: number | null
  ms: number
  request: Side
  response: Side | null
}

/** Request and response, side by side where there is room. Text only: it is foreign content (T1). */
export const Exchange = ({ method = 'POST', url, status, ms, request, response }: Props) => (
  <div className="mt-3 grid gap-3 lg:grid-cols-2">
    <Half title={w.request} line={`${method} ${url}`} side={request} />
    <Half
      title={w.response}
      line={`${w.status(status)} · ${w.took(number(ms))}`}
      bad={status === null || status >= 300}
      side={response}
    />
  </div>
)

function Half({ title, line, side, bad = false }: { title: string; line: string; side: Side | null; bad?: boolean }) {
  const body = side ? pretty(side.body) : ''
  return (
    <div className="min-w-0 overflow-hidden rounded-xl border border-line">
      <div className="border-b border-line bg-well px-3 py-2">
        <p className="text-xs font-semibold">{title}</p>
        <p dir="ltr" className={cx('font-mono text-xs break-all', bad ? 'text-bad' : 'text-muted')}>
          {line}
        </p>
      </div>
      {side ? (
        <>
          <details className="border-b border-line px-3 py-2 text-xs">
            <summary className="rounded text-muted">
              {w.headers} ({Object.keys(side.headers).length})
            </summary>
            <dl dir="ltr" className="mt-2 font-mono break-all">
              {Object.entries(side.headers).map(([name, value]) => (
                <div key={name} className="py-0.5">
                  <dt className="inline text-muted">{name}: </dt>
                  <dd className="inline">{value}</dd>
                </div>
              ))}
            </dl>
          </details>
          <div className="flex items-start">
            <pre
              dir="ltr"
              tabIndex={0}
              aria-label={`${title}: ${w.body}`}
              className="max-h-72 min-w-0 flex-1 overflow-auto px-3 py-2 font-mono text-xs whitespace-pre-wrap break-all focus-visible:-outline-offset-2"
            >
              {body === '' ? <span className="font-sans text-muted">{w.emptyBody}</span> : body}
            </pre>
            {body !== '' && <CopyButton text={side.body} label={`${words.common.copy}: ${title}`} />}
          </div>
        </>
      ) : (
        <p className="px-3 py-3 text-sm text-muted">{w.none}</p>
      )}
    </div>
  )
}
