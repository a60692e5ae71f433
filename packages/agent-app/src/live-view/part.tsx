import type { ReactNode } from 'react'

/** The link of a row, which reaches beyond the edge of the list. */
export const ROW = '-mx-2 flex items-center gap-3 rounded-lg px-2 py-2.5 hover:bg-hover'

/** A titled list of the live view. */
export const Part = ({ title, help, children }: { title: string; help?: string; children: ReactNode }) => (
  <section className="min-w-0">
    <h2 className="font-semibold">{title}</h2>
    {help && <p className="mt-0.5 text-sm text-muted text-pretty">{help}</p>}
    <ul className="mt-2 divide-y divide-line">{children}</ul>
  </section>
)
