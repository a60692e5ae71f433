import { WifiOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useCell, useSession } from '../live/react.ts'
import { Spinner } from '../ui/spinner.tsx'
import { words } from '../words/index.ts'

/** Interruptions shorter than this are not shown. */
const DEADLINE = 1500

/** Shows that the connection is lost: in the header, on a phone over the screen, so that the layout does not move. */
export function ConnectionState() {
  const { status } = useCell(useSession().live.connection)
  return (
    <div className="relative z-30 h-0">
      <div
        role="status"
        data-connection={status}
        className="pointer-events-none absolute inset-x-0 top-2 flex justify-center px-3 md:-top-[2.6rem]"
      >
        {status !== 'live' && <Strip status={status} />}
      </div>
    </div>
  )
}

const TEXTS = {
  connecting: [words.connection.connecting, ''],
  lost: [words.connection.lost, words.connection.lostHelp],
  offline: [words.connection.offline, words.connection.offlineHelp],
}

function Strip({ status }: { status: keyof typeof TEXTS }) {
  const { link } = useSession()
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), DEADLINE)
    return () => clearTimeout(timer)
  }, [])
  if (!late && status !== 'offline') return null
  const [text, help] = TEXTS[status]
  return (
    <div className="pointer-events-auto flex max-w-full animate-appear items-center gap-2.5 rounded-full border border-line bg-raised py-1.5 ps-3.5 pe-2 text-sm text-ink shadow-raised">
      {status === 'offline' ? (
        <WifiOff aria-hidden="true" className="size-4 shrink-0 text-warm" />
      ) : (
        <Spinner className="shrink-0 text-warm" />
      )}
      <span className="min-w-0">
        <span className="font-medium">{text}</span> <span className="text-muted max-sm:sr-only">{help}</span>
      </span>
      <button
        type="button"
        onClick={link.retry}
        className="rounded-full px-2 py-0.5 font-medium text-accent hover:bg-well"
      >
        {words.connection.retry}
      </button>
    </div>
  )
}
