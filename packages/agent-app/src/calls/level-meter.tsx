import { useEffect, useState } from 'react'
import { cx } from '../ui/cx.ts'
import { watchLevel } from './level.ts'
import { callWords } from './words.ts'

/** How loud a microphone is; empty without one. */
export function LevelMeter({ stream, className }: { stream: MediaStream | null; className: string }) {
  const [level, setLevel] = useState(0)
  useEffect(() => {
    if (!stream) return
    const stop = watchLevel(stream, setLevel)
    return () => {
      stop()
      setLevel(0)
    }
  }, [stream])
  return (
    <span
      role="meter"
      aria-label={callWords.bar.level}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(level * 100)}
      className={cx('block overflow-hidden rounded-full bg-tint-edge', className)}
    >
      <span
        className="block h-full rounded-full bg-good transition-[width] duration-100"
        style={{ width: `${Math.round(level * 100)}%` }}
      />
    </span>
  )
}
