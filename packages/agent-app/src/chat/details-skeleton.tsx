import { words } from '../words/index.ts'

/** Shown until the details of a chat are drawn. */
export const DetailsSkeleton = () => (
  <div role="status" className="flex flex-col gap-4 p-4">
    <span className="sr-only">{words.common.loading}</span>
    <div className="skeleton h-4 w-2/3" />
    <div className="skeleton h-3 w-1/2" />
    <div className="skeleton h-3 w-3/5" />
  </div>
)
