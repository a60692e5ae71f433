import { WifiOff } from 'lucide-react'
import { useEffect, useState, memo } from 'react'
import { useCell, useSession } from '../live/react.ts'
import { Spinner } from '../ui/spinner.tsx'
import { words } from '../words/index.ts'

/** Interruptions shorter than this are not shown. */
const DEADLINE = 1500

/** Says above the screen that the connection is lost. It takes a line of its own, so that it covers nothing. */
export const ConnectionState = memo(function ConnectionState() {
  const { status } = useCell(useSession().live.connection)
  return (
    <div role="status" data-connection={status} className="shrink-0">
      {status !== 'live' && <Strip status={status} />}
    </div>
  )
})

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
    <div className="flex min-h-9 items-center justify-center gap-2 bg-warm-tint px-3 py-1 text-sm text-warm">
      {status === 'offline' ? (
        <WifiOff aria-hidden="true" className="size-4 shrink-0" />
      ) : (
        <Spinner className="shrink-0" />
      )}
      <span className="min-w-0">
        <span className="font-medium">{text}</span>
        <span className="ms-2 max-sm:sr-only">{help}</span>
      </span>
      <button type="button" onClick={link.retry} className="rounded-md px-2 py-0.5 font-medium underline">
        {words.connection.retry}
      </button>
    </div>
  )
}
