import { type KeyboardEvent, type MouseEvent, useState } from 'react'

/**
 * For a button whose menu is loaded when it is first used: until `used`, the button stands alone with `props`, and then
 * the menu draws it, open. `preload` begins the loading when the agent comes near. `byKey`: a key was that first use, so
 * that the menu begins at its first item.
 */
export function useFirstUse(preload: () => void) {
  const [use, setUse] = useState<'key' | 'pointer' | null>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    setUse('key')
  }
  const props = {
    'aria-haspopup': 'menu' as const,
    'aria-expanded': false,
    // Enter and Space click a button without a pressed pointer.
    onClick: ({ detail }: MouseEvent) => setUse(detail === 0 ? 'key' : 'pointer'),
    onKeyDown,
    onPointerEnter: preload,
    onFocus: preload,
  }
  return { used: use !== null, byKey: use === 'key', props }
}
