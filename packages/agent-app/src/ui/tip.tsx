import { cloneElement, type PointerEvent, type ReactElement, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'

/** How long a pointer rests on a control until its tip shows, and how long the tip stays after it, ms. */
const DELAY = 500
const LINGER = 80
/** Distances from the control and from the window's edges, px. */
const GAP = 6
const EDGE = 4

type Described = {
  onPointerEnter?: (event: PointerEvent<HTMLElement>) => void
  onPointerLeave?: (event: PointerEvent<HTMLElement>) => void
  onPointerDown?: (event: PointerEvent<HTMLElement>) => void
  onFocus?: (event: React.FocusEvent<HTMLElement>) => void
  onBlur?: (event: React.FocusEvent<HTMLElement>) => void
}

/** Where the tip is, when there is room. */
type Side = 'top' | 'inline-end'

/** When the last tip closed: the next control then shows its tip at once. */
let closedAt = -Infinity

/**
 * A tooltip with a name and its shortcut. `children` is the one control that it describes; it has the name as its label,
 * so the tip is for the eye only. Own code, because a library's is 25 kB in the first load.
 */
export function Tip({
  text,
  keys,
  side = 'top',
  children,
}: {
  text: string
  keys?: string
  side?: Side
  children: ReactElement<Described>
}) {
  const [control, setControl] = useState<HTMLElement | null>(null)
  const [timer] = useState(makeTimer)
  const close = () => {
    timer.stop()
    if (control) closedAt = performance.now()
    setControl(null)
  }
  useEffect(() => timer.stop, [timer])
  useEffect(() => {
    if (!control) return
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && setControl(null)
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [control])

  const { props } = children
  const described: Described = {
    onPointerEnter: (event) => {
      props.onPointerEnter?.(event)
      const element = event.currentTarget
      if (event.pointerType === 'touch') return
      timer.after(performance.now() - closedAt < DELAY ? 0 : DELAY, () => setControl(element))
    },
    onPointerLeave: (event) => {
      props.onPointerLeave?.(event)
      timer.after(LINGER, close)
    },
    onPointerDown: (event) => {
      props.onPointerDown?.(event)
      close()
    },
    onFocus: (event) => {
      props.onFocus?.(event)
      if (event.currentTarget.matches(':focus-visible')) setControl(event.currentTarget)
    },
    onBlur: (event) => {
      props.onBlur?.(event)
      close()
    },
  }
  return (
    <>
      {cloneElement(children, described)}
      {control?.isConnected &&
        createPortal(
          <Popup control={control} side={side} onPointerEnter={timer.stop} onPointerLeave={close}>
            {text}
            {keys && <Key>{keys}</Key>}
          </Popup>,
          document.body,
        )}
    </>
  )
}

/** One wait at a time. */
function makeTimer() {
  let id: ReturnType<typeof setTimeout> | undefined
  const stop = () => clearTimeout(id)
  const after = (delay: number, act: () => void) => {
    stop()
    id = setTimeout(act, delay)
  }
  return { stop, after }
}

type PopupProps = {
  control: HTMLElement
  side: Side
  children: React.ReactNode
  onPointerEnter: () => void
  onPointerLeave: () => void
}

/** Beside the control, on its other side where there is no room, and inside the window. */
function Popup({ control, side, children, ...pointer }: PopupProps) {
  const popup = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (!popup.current) return
    const { left, right, top, bottom, width, height } = control.getBoundingClientRect()
    const own = popup.current.getBoundingClientRect()
    const [toLeft, toRight] = [left - GAP - own.width, right + GAP]
    const [above, below] = [top - GAP - own.height, bottom + GAP]
    const isRightToLeft = document.documentElement.dir === 'rtl'
    const beside = isRightToLeft
      ? toLeft < EDGE
        ? toRight
        : toLeft
      : toRight + own.width > innerWidth
        ? toLeft
        : toRight
    const x = side === 'top' ? left + (width - own.width) / 2 : beside
    const y = side === 'top' ? (above < EDGE ? below : above) : top + (height - own.height) / 2
    const within = (at: number, most: number) => Math.max(EDGE, Math.min(at, most - EDGE))
    popup.current.style.translate = `${within(x, innerWidth - own.width)}px ${within(y, innerHeight - own.height)}px`
  })
  return (
    <div
      ref={popup}
      aria-hidden="true"
      data-tip
      className="popup fixed top-0 left-0 z-50 flex w-max items-center gap-2 rounded-md px-2 py-1 text-xs"
      {...pointer}
    >
      {children}
    </div>
  )
}

/** A key of the keyboard. */
export const Key = ({ children }: { children: string }) => (
  <kbd className="inline-grid h-[1.125rem] min-w-[1.125rem] place-items-center rounded border border-line bg-well px-1 font-sans text-2xs text-muted">
    {children}
  </kbd>
)
