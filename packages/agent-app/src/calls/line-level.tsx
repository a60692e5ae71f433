import { useCell } from '../live/react.ts'
import type { Line } from './line.ts'
import { LevelMeter } from './level-meter.tsx'

/** How loud this agent is in the call. */
export function LineLevel({ line, muted }: { line: Line; muted: boolean }) {
  const stream = useCell(line.stream)
  return <LevelMeter stream={muted ? null : stream} className="h-1.5 w-12" />
}
