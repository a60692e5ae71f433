import { type ReactNode, useEffect } from 'react'
import { Logo } from '../ui/logo.tsx'
import { words } from '../words/index.ts'

type Props = {
  title: string
  help?: string
  /** The logo of the company, in place of that of Deskbell. */
  logo?: string | null
  children: ReactNode
}

/** The frame of the pages before signing in: the logo, a title, and one card. */
export function EntryFrame({ title, help, logo = null, children }: Props) {
  useEffect(() => {
    document.title = `${title} · ${words.app}`
  }, [title])
  return (
    <main className="grid min-h-full place-items-center bg-canvas p-4">
      <div className="w-full max-w-[24rem]">
        <div className="mb-6 flex flex-col items-center gap-3 text-center">
          {logo === null ? (
            <Logo className="size-12" />
          ) : (
            <img src={logo} alt="" className="max-h-16 max-w-48 object-contain" />
          )}
          <h1 className="text-xl font-semibold tracking-tight text-balance">{title}</h1>
          {help && <p className="-mt-1 text-muted text-pretty breakable">{help}</p>}
        </div>
        {children}
      </div>
    </main>
  )
}

/** The card of a form. */
export const CARD = 'flex flex-col gap-4 rounded-2xl border border-line bg-panel p-6 shadow-low'
