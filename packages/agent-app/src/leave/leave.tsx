import { ExternalLink, ShieldQuestion } from 'lucide-react'
import { useEffect } from 'react'
import { Button } from '../ui/button.tsx'
import { words } from '../words/index.ts'
import { toLeaving, type Leaving } from './leaving.ts'

const w = words.leave

/** Returns to the page with the link: this page is usually a window of its own, which closes. */
function goBack(): void {
  if (history.length > 1) return history.back()
  window.close()
  // A browser may refuse to close the window.
  location.assign('/')
}

/**
 * The page between the application and an address that a visitor gave (T28). It does not redirect: the agent reads the
 * address and decides.
 */
export default function Leave() {
  const leaving = toLeaving(new URLSearchParams(location.search).get('to') ?? '')
  useEffect(() => {
    document.title = `${leaving ? w.title : w.refused} · ${words.app}`
  }, [leaving])
  return (
    <main className="grid h-full overflow-y-auto bg-canvas p-4">
      <div className="m-auto w-full max-w-xl rounded-2xl border border-line bg-panel p-5 shadow-low md:p-7">
        <span className="mb-4 grid size-11 place-items-center rounded-xl bg-warm-tint text-warm">
          <ShieldQuestion aria-hidden="true" className="size-6" strokeWidth={1.7} />
        </span>
        {leaving ? <Way {...leaving} /> : <NoWay />}
      </div>
    </main>
  )
}

const Way = ({ href, host, reading }: Leaving) => (
  <>
    <h1 className="text-xl font-semibold tracking-tight">{w.title}</h1>
    <p className="mt-1 text-soft text-pretty">{w.help}</p>
    <dl className="mt-5 flex flex-col gap-3">
      <div>
        <dt className="text-sm text-muted">{w.host}</dt>
        <dd className="min-w-0">
          <bdi dir="ltr" className="font-mono text-xl font-semibold breakable">
            {host}
          </bdi>
          {reading !== null && (
            <span className="block text-sm text-warm">
              {w.reads} <bdi className="breakable">{reading}</bdi>
            </span>
          )}
        </dd>
      </div>
      <div>
        <dt className="text-sm text-muted">{w.address}</dt>
        {/* However long the address is, the way back stays visible; keyboard users can scroll the address. */}
        <dd className="mt-0.5 max-h-40 min-w-0 overflow-y-auto rounded-lg bg-well px-3 py-2" tabIndex={0}>
          <bdi dir="ltr" className="font-mono text-sm breakable">
            {href}
          </bdi>
        </dd>
      </div>
    </dl>
    <p className="mt-4 text-sm text-muted text-pretty">{w.advice}</p>
    <div className="mt-6 flex flex-wrap items-center gap-2">
      <Button kind="primary" onClick={goBack}>
        {w.back}
      </Button>
      <a
        href={href}
        rel="noopener noreferrer nofollow"
        referrerPolicy="no-referrer"
        className="inline-flex min-h-9 max-w-full items-center gap-2 rounded-lg border border-edge bg-panel px-3.5 py-1.5 font-medium shadow-low transition-colors hover:bg-hover"
      >
        <span className="min-w-0 breakable">{w.open(host)}</span>
        <ExternalLink aria-hidden="true" className="size-4 shrink-0 text-muted" />
      </a>
    </div>
  </>
)

const NoWay = () => (
  <>
    <h1 className="text-xl font-semibold tracking-tight">{w.refused}</h1>
    <p className="mt-1 text-soft text-pretty">{w.refusedHelp}</p>
    <div className="mt-6">
      <Button kind="primary" onClick={goBack}>
        {w.back}
      </Button>
    </div>
  </>
)
