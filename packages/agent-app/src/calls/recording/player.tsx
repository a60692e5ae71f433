import { Download, Pause, Play, RotateCcw, X } from 'lucide-react'
import { useRef } from 'react'
import { number } from '../../text/when.ts'
import { useAct } from '../../ui/act.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { words } from '../../words/index.ts'
import { toClock } from '../duration.ts'
import { telephoneWords } from '../telephone-words.ts'
import { readAddress, SPEEDS, useAudio } from './use-audio.ts'

const w = telephoneWords.recording
const BACK = 10

type Props = { call: number; name: string; onClose: () => void }

/** Plays the recording of a call. Both sides of it are at the sides of a headset. */
export function Player({ call, name, onClose }: Props) {
  const { bind, isPlaying, isWaiting, place, length, speed, problem, load, move, toggle, setSpeed } = useAudio(call)
  const saving = useAct()
  const link = useRef<HTMLAnchorElement>(null)
  // An address that was asked for long ago has expired.
  const download = () =>
    void saving.run(async () => {
      const url = await readAddress(call)
      if (!link.current) return
      link.current.href = `${url}?download`
      link.current.click()
    })
  const next = SPEEDS[(SPEEDS.indexOf(speed) + 1) % SPEEDS.length] ?? 1
  const [at, whole] = [toClock(place * 1000), toClock(length * 1000)]
  return (
    <section
      aria-label={w.label(name)}
      className="flex w-full max-w-120 min-w-0 flex-col gap-1 rounded-lg border border-line bg-panel p-2 text-start text-ink"
    >
      <audio {...bind} preload="auto" />
      <a ref={link} download={`call-${call}.mp3`} rel="noopener" hidden aria-hidden="true" />
      <div className="flex items-center gap-2">
        <button
          type="button"
          autoFocus
          aria-label={isPlaying ? w.pause : w.start}
          onClick={toggle}
          className="grid size-9 shrink-0 place-items-center rounded-full bg-accent text-on-accent transition-colors hover:bg-accent-strong"
        >
          {isWaiting && !problem ? (
            <Spinner />
          ) : isPlaying ? (
            <Pause aria-hidden="true" className="size-4" />
          ) : (
            <Play aria-hidden="true" className="size-4" />
          )}
        </button>
        <div dir="ltr" className="flex min-w-0 flex-1 items-center gap-2">
          <span className="shrink-0 text-xs text-muted tabular-nums">{at}</span>
          <input
            type="range"
            aria-label={w.place}
            aria-valuetext={w.of(at, whole)}
            min={0}
            max={Math.max(length, 0.1)}
            step={1}
            value={Math.min(place, length)}
            disabled={length === 0}
            onChange={(event) => move(Number(event.target.value))}
            className="h-5 min-w-0 flex-1 cursor-pointer accent-accent"
          />
          <span className="shrink-0 text-xs text-muted tabular-nums">{whole}</span>
        </div>
        <IconButton label={w.close} onClick={onClose}>
          <X className="size-4" />
        </IconButton>
      </div>
      <div className="flex flex-wrap items-center gap-x-1 ps-11">
        <span className="me-auto text-xs text-muted">{w.sides}</span>
        <div className="ms-auto flex items-center gap-x-1">
          <IconButton label={w.back} onClick={() => move(place - BACK)}>
            <RotateCcw className="size-4" />
          </IconButton>
          <Button
            kind="quiet"
            size="sm"
            aria-label={w.speed(`${number(speed)}×`)}
            onClick={() => setSpeed(next)}
            className="w-12 tabular-nums"
          >
            {number(speed)}×
          </Button>
          <IconButton label={w.download} onClick={download}>
            <Download className="size-4" />
          </IconButton>
        </div>
      </div>
      {(problem ?? saving.problem) && (
        <Notice
          action={
            problem !== null && (
              <Button size="sm" onClick={load}>
                {words.common.retry}
              </Button>
            )
          }
        >
          {problem ?? saving.problem?.text}
        </Notice>
      )}
    </section>
  )
}
