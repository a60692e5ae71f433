import { useEffect, useEffectEvent } from 'react'

/** How long it is shown, ms. */
const SHOWN = 2000

/** A few words above the end of the conversation, which go away on their own. The region stays, so that it is announced. */
export function SaidBriefly({ text, onOver }: { text: string | null; onOver: () => void }) {
  const over = useEffectEvent(onOver)
  useEffect(() => {
    if (text === null) return
    const timer = setTimeout(() => over(), SHOWN)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <div role="status" className="pointer-events-none absolute inset-x-0 bottom-12 flex justify-center">
      {text !== null && (
        <span className="animate-appear rounded-full border border-line bg-raised px-3 py-1 text-sm shadow-raised">
          {text}
        </span>
      )}
    </div>
  )
}
