import type { ReactNode } from 'react'
import { CopyButton } from './copy-button.tsx'

/** A line of code, shown whole, with a copy button. Always left to right. */
export const CodeLine = ({
  text,
  label,
  children,
  actions,
}: {
  text: string
  label: string
  children?: ReactNode
  actions?: ReactNode
}) => (
  <div className="flex items-start gap-1 rounded-lg border border-line bg-well py-1 ps-3 pe-1">
    <code dir="ltr" className="min-w-0 flex-1 py-1.5 font-mono text-xs text-soft break-all">
      {children ?? text}
    </code>
    {actions}
    <CopyButton text={text} label={label} />
  </div>
)
