import { Cell } from '../live/cells.ts'
import { useCell } from '../live/react.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Key } from '../ui/tip.tsx'
import { words } from '../words/index.ts'

const shown = new Cell(false)
export const showShortcuts = (): void => shown.set(true)

const KEYS: [string[], string][] = [
  [['J', 'K', '↓', '↑'], words.shortcuts.move],
  [['Enter'], words.shortcuts.open],
  [['R'], words.shortcuts.reply],
  [['Esc'], words.shortcuts.back],
  [['/', 'Ctrl K'], words.shortcuts.find],
  [['1', '2', '3', '4'], words.shortcuts.views],
  [['D'], words.shortcuts.details],
  [['Enter'], words.shortcuts.send],
  [['Shift Enter'], words.shortcuts.line],
  [['?'], words.shortcuts.help],
]

/** The list of keyboard shortcuts, opened with ? or from the menu. */
export function Shortcuts() {
  const open = useCell(shown)
  return (
    <Dialog open={open} onOpenChange={shown.set} title={words.shortcuts.title}>
      <dl className="divide-y divide-line">
        {KEYS.map(([keys, what]) => (
          <div key={what} className="flex items-center justify-between gap-4 py-2">
            <dt>{what}</dt>
            <dd className="flex gap-1">
              {keys.map((key) => (
                <Key key={key}>{key}</Key>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
