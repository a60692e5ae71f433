import { ShieldQuestion } from 'lucide-react'
import type { ReactNode } from 'react'
import { CopyButton } from '../ui/copy-button.tsx'
import { words } from '../words/index.ts'

/** A group of facts; `help` says more about all of them, `instead` is shown while there are none, `below` stands after them. */
export const Group = ({
  title,
  help,
  instead,
  below,
  children,
}: {
  title: string
  help?: string
  instead?: ReactNode
  below?: ReactNode
  children: ReactNode
}) => (
  <section className="border-b border-line px-4 py-3 last:border-b-0">
    <h2 className="text-sm font-semibold">{title}</h2>
    {help && <p className="mt-0.5 text-xs text-muted">{help}</p>}
    {instead ?? <dl className="mt-2 flex flex-col gap-1.5">{children}</dl>}
    {below}
  </section>
)

/** Says once for all groups below it that what the visitor and their page said is not verified. */
export const Unverified = () => (
  <p className="flex items-center gap-1.5 border-b border-line px-4 py-2 text-xs text-muted">
    <ShieldQuestion aria-hidden="true" className="size-3.5 shrink-0" />
    {words.details.fromCustomer}
  </p>
)

/** The line of a fact: a column for its label, and one for its value. */
export const FACT = 'group relative grid grid-cols-[minmax(0,6rem)_minmax(0,1fr)] gap-x-3 text-sm'
/** A button over the end of a fact's value, while the pointer or the focus is at the fact. */
export const AT_FACT =
  'absolute end-[-0.5rem] -top-1.5 rounded-lg bg-panel opacity-0 transition-opacity group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100'

type FactProps = {
  label: string
  value: string | null
  none?: string
  copy?: boolean
  /** The account's own server gave the value. */
  fromServer?: boolean
  children?: ReactNode
}

/** One fact in a line: its label and its value. An unknown one is not shown, unless `none` says what that means. */
export function Fact({ label, value, none, copy = false, fromServer = false, children }: FactProps) {
  if (!children && !value && none === undefined) return null
  return (
    <div className={FACT}>
      <dt className="text-muted">
        <span className="block breakable">{label}</span>
        {fromServer && <span className="block text-xs text-accent">{words.crm.fromServer}</span>}
      </dt>
      <dd className={copy ? 'min-w-0 breakable pointer-coarse:pe-6' : 'min-w-0 breakable'}>
        {children || (value ? <bdi>{value}</bdi> : <span className="text-muted">{none}</span>)}
        {copy && value && (
          <span className={AT_FACT}>
            <CopyButton text={value} label={`${words.common.copy}: ${label}`} />
          </span>
        )}
      </dd>
    </div>
  )
}
