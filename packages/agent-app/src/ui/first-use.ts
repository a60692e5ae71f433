import { type KeyboardEvent, useState } from 'react'

/**
 * For a button whose menu is loaded when it is first used: until `used`, the button stands alone with `props`, and then
 * the menu draws it, open. `preload` begins the loading when the agent comes near.
 */
export function useFirstUse(preload: () => void) {
  const [used, setUsed] = useState(false)
  const use = () => setUsed(true)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    use()
  }
  const props = {
    'aria-haspopup': 'menu' as const,
    'aria-expanded': false,
    onClick: use,
    onKeyDown,
    onPointerEnter: preload,
    onFocus: preload,
  }
  return { used, props }
}
