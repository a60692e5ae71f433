import { type KeyboardEvent, type MouseEvent, type PointerEvent, type RefObject, useRef, useState } from 'react'
import { useCommands } from '../commands/registry.ts'

/** How long a finger rests on a message until its menu opens (ms), and how far it may move (px). */
const LONG = 500
const STILL = 10

/** The message whose menu is open, the element it stands at, and whether a key opened it. */
export type MessageMenuAt = { n: number; anchor: HTMLElement; byKey: boolean }

const lineOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-n]:has([data-menu-of])') : null
const buttonOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-menu-of]') : null

/** Opens the menu of a message: with its button, with the keys, or with a finger that rests on the message. */
export function useMessageMenu(box: RefObject<HTMLElement | null>) {
  const [at, setAt] = useState<MessageMenuAt | null>(null)
  const press = useRef<{ timer: number; x: number; y: number } | null>(null)

  const buttons = () => [...(box.current?.querySelectorAll<HTMLElement>('[data-menu-of]') ?? [])]
  const focus = (button: HTMLElement | undefined) => {
    button?.focus({ preventScroll: true })
    button?.closest('[data-n]')?.scrollIntoView({ block: 'nearest' })
  }
  useCommands({ 'chat.message': () => focus(buttons().at(-1)) })
  const endPress = () => {
    clearTimeout(press.current?.timer)
    press.current = null
  }

  const handlers = {
    onClick(event: MouseEvent) {
      const anchor = buttonOf(event.target)
      // Enter and Space click without a pressed pointer.
      if (anchor) setAt({ n: Number(anchor.dataset['menuOf']), anchor, byKey: event.detail === 0 })
    },
    onKeyDown(event: KeyboardEvent) {
      const button = buttonOf(event.target)
      if (!button || at) return
      const all = buttons()
      const place = all.indexOf(button)
      if (event.key === 'ArrowUp') focus(all[place - 1])
      else if (event.key === 'ArrowDown') focus(all[place + 1])
      else if (event.key === 'End') focus(all.at(-1))
      else if (event.key === 'Escape')
        (box.current?.parentElement?.parentElement?.querySelector('textarea') ?? box.current)?.focus()
      else return
      event.preventDefault()
      event.stopPropagation()
    },
    onPointerDown(event: PointerEvent) {
      endPress()
      const line = event.pointerType === 'mouse' ? null : lineOf(event.target)
      if (!line) return
      const anchor = line.querySelector<HTMLElement>('[data-said]') ?? line
      const open = () => setAt({ n: Number(line.dataset['n']), anchor, byKey: false })
      press.current = { timer: window.setTimeout(open, LONG), x: event.clientX, y: event.clientY }
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      if (press.current && Math.hypot(clientX - press.current.x, clientY - press.current.y) > STILL) endPress()
    },
    onPointerUp: endPress,
    onPointerCancel: endPress,
    onContextMenu(event: MouseEvent) {
      // The browser's own menu on a long press of a finger.
      if (press.current && lineOf(event.target)) event.preventDefault()
    },
  }
  return { at, close: () => setAt(null), handlers }
}
