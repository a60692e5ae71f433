import { Tooltip } from '@base-ui/react/tooltip'
import type { ReactElement } from 'react'

/** A tooltip with a name and its shortcut. `children` is the one control that it describes. */
export function Tip({
  text,
  keys,
  children,
}: {
  text: string
  keys?: string
  children: ReactElement<Record<string, unknown>>
}) {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger render={children} />
      <Tooltip.Portal>
        <Tooltip.Positioner sideOffset={6} className="z-50">
          <Tooltip.Popup className="popup flex items-center gap-2 rounded-md px-2 py-1 text-xs">
            {text}
            {keys && <Key>{keys}</Key>}
          </Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  )
}

/** A key of the keyboard. */
export const Key = ({ children }: { children: string }) => (
  <kbd className="inline-grid h-[1.125rem] min-w-[1.125rem] place-items-center rounded border border-line bg-well px-1 font-sans text-2xs text-muted">
    {children}
  </kbd>
)
