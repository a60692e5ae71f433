import { Search } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { cx } from '../ui/cx.ts'
import { INPUT } from '../ui/field.tsx'

/** Pause in typing after which the search begins, ms. */
const PAUSE = 350
type Props = { label: string; value: string; numeric?: boolean; onChange: (value: string) => void }

/** A search field: it searches after a pause in typing, or at once by Enter. */
export function SearchField({ label, value, numeric = false, onChange }: Props) {
  const [typed, setTyped] = useState<string | null>(null)
  const text = (typed ?? value).trim()
  const take = useEffectEvent(() => {
    setTyped(null)
    if (text !== value) onChange(text)
  })
  useEffect(() => {
    if (typed === null) return
    const timer = setTimeout(take, PAUSE)
    return () => clearTimeout(timer)
  }, [typed])
  return (
    <span className="relative inline-block w-full">
      <Search aria-hidden="true" className="pointer-events-none absolute start-2.5 top-2 size-4 text-muted" />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={typed ?? value}
        inputMode={numeric ? 'numeric' : 'search'}
        maxLength={numeric ? 9 : 100}
        dir="auto"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        onChange={(event) => setTyped(numeric ? event.target.value.replaceAll(/\D/g, '') : event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && take()}
        className={cx(INPUT, 'h-8 px-8 text-sm text-ellipsis')}
      />
    </span>
  )
}
