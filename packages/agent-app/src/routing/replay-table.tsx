import type { ReactNode } from 'react'
import { cx } from '../ui/cx.ts'
import { routingWords as w } from './words.ts'

type Props = {
  title: string
  /** Shown above the names of the rows. */
  corner?: string
  rows: readonly { name: ReactNode; cells: readonly [string, string, string] }[]
}

/** What happened, what the current settings do, and what the changed ones do, side by side. */
export const ReplayTable = ({ title, corner, rows }: Props) => (
  <div className="overflow-x-auto">
    <table aria-label={title} className="w-full min-w-72 table-fixed text-sm">
      <thead>
        <tr className="border-b border-line text-muted">
          {corner === undefined ? (
            <td className="w-2/5" />
          ) : (
            <th scope="col" className="w-2/5 py-1.5 text-start align-bottom font-semibold text-ink">
              {corner}
            </th>
          )}
          {[w.replay.real, w.replay.current, w.replay.changed].map((name) => (
            <th key={name} scope="col" className="px-2 py-1.5 text-end align-bottom font-normal">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, cells }, row) => (
          <tr key={row} className="border-b border-line">
            <th scope="row" className="py-1.5 pe-2 text-start font-normal">
              {name}
            </th>
            {cells.map((cell, place) => (
              <td
                key={place}
                className={cx('px-2 py-1.5 text-end whitespace-nowrap tabular-nums', place === 2 && 'font-semibold')}
              >
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
