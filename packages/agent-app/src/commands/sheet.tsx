import { useCell } from '../live/react.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { commandWords } from './words.ts'
import { Keys } from './key-names.tsx'
import { oneKey, switchOneKey } from './one-key.ts'
import { shown } from './open.ts'
import { COMMAND_IDS, definitionOf, GROUPS } from './table.ts'

const ROWS = COMMAND_IDS.map((id) => ({ id, keys: [], ...definitionOf(id) })).filter(({ keys }) => keys.length > 0)

/** Every keyboard shortcut, printed from the table of commands. */
export default function Sheet() {
  const on = useCell(oneKey)
  return (
    <Dialog open onOpenChange={(open) => open || shown.set(null)} title={commandWords.sheet.title} wide>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2 text-sm text-muted">
        <p className="min-w-0">{on ? commandWords.setting.help : commandWords.sheet.off}</p>
        <Button size="sm" onClick={() => switchOneKey(!on)}>
          {on ? commandWords.sheet.change : commandWords.sheet.on}
        </Button>
      </div>
      <div className="gap-x-8 sm:columns-2">
        {GROUPS.map((group) => (
          <section key={group} aria-label={commandWords.groups[group]} className="mb-4 break-inside-avoid">
            <h3 className="mb-1 text-sm font-semibold">{commandWords.groups[group]}</h3>
            <dl className="divide-y divide-line">
              {ROWS.filter((row) => row.group === group).map(({ id, keys }) => (
                <div key={id} className="flex items-center justify-between gap-4 py-1.5 text-sm">
                  <dt className="min-w-0">{commandWords.titles[id]}</dt>
                  <dd className="flex shrink-0 gap-2">
                    {keys.map((one) => (
                      <Keys key={one} keys={one} />
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
