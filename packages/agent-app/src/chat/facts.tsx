import { ShieldQuestion } from 'lucide-react'
import type { ReactNode } from 'react'
import { CopyButton } from '../ui/copy-button.tsx'
import { words } from '../words/index.ts'

const w = words.details

/** A group of facts; `note` names their source, `instead` is shown while there are none. */
export const Group = ({
  title,
  note,
  help,
  instead,
  children,
}: {
  title: string
  note?: string
  help?: string
  instead?: ReactNode
  children: ReactNode
}) => (
  <section className="border-b border-line px-5 py-4 last:border-b-0">
    <h2 className="text-sm font-semibold">{title}</h2>
    {note && (
      <p className="mt-0.5 flex items-center gap-1.5 text-xs text-muted">
        <ShieldQuestion aria-hidden="true" className="size-3.5 shrink-0" />
        {note}
      </p>
    )}
    {help && <p className="mt-0.5 text-xs text-muted">{help}</p>}
    {instead ?? <dl className="mt-2 flex flex-col gap-2.5">{children}</dl>}
  </section>
)

type FactProps = {
  label: string
  value: string | null
  none?: string
  copy?: boolean
  /** The account's own server gave the value. */
  fromServer?: boolean
  children?: ReactNode
}

/** One fact, or that it is unknown. */
export function Fact({ label, value, none = w.none, copy = false, fromServer = false, children }: FactProps) {
  return (
    <div className="group relative">
      <dt className="text-xs text-muted">
        {label}
        {fromServer && <span className="text-accent"> · {words.crm.fromServer}</span>}
      </dt>
      <dd className="min-w-0 pe-8 breakable">
        {children || (value ? <bdi>{value}</bdi> : <span className="text-muted">{none}</span>)}
        {copy && value && (
          <span className="absolute end-[-0.5rem] top-1.5 opacity-0 transition-opacity group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100">
            <CopyButton text={value} label={`${words.common.copy}: ${label}`} />
          </span>
        )}
      </dd>
    </div>
  )
}
