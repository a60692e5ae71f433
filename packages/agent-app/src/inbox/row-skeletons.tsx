import { words } from '../words/index.ts'

/** As high as the rows that replace them, so that the layout does not move. */
export const RowSkeletons = () => (
  <div role="status" className="overflow-hidden p-1.5">
    <span className="sr-only">{words.common.loading}</span>
    {Array.from({ length: 9 }, (_, index) => (
      <div key={index} className="flex h-[4.75rem] gap-3 p-2.5" style={{ opacity: 1 - index * 0.1 }}>
        <div className="skeleton size-9 rounded-full" />
        <div className="flex flex-1 flex-col gap-2 pt-1">
          <div className="skeleton h-3" style={{ width: `${45 + ((index * 17) % 30)}%` }} />
          <div className="skeleton h-3" style={{ width: `${60 + ((index * 29) % 35)}%` }} />
          <div className="skeleton h-2.5 w-1/3" />
        </div>
      </div>
    ))}
  </div>
)
