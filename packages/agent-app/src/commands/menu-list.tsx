import { cx } from '../ui/cx.ts'
import { commandWords } from './words.ts'
import type { Item, ItemGroup } from './items.ts'
import { Keys } from './key-names.tsx'

export const optionId = (item: string): string => `command-${item}`

type Props = { id: string; groups: readonly ItemGroup[]; active: Item | undefined; onRun: (item: Item) => void }

/** The lines of the menu by group. The focus stays in the search field, which names the active line. */
export function MenuList({ id, groups, active, onRun }: Props) {
  if (groups.length === 0) {
    return (
      <div className="px-4 py-8 text-center">
        <p className="font-medium">{commandWords.none}</p>
        <p className="mt-0.5 text-sm text-muted">{commandWords.noneHelp}</p>
      </div>
    )
  }
  return (
    <div id={id} role="listbox" aria-label={commandWords.results} className="min-h-0 flex-1 overflow-y-auto p-1.5">
      {groups.map(({ title, items }) => (
        <div key={title} role="group" aria-label={title}>
          <p aria-hidden="true" className="px-2.5 pt-2 pb-1 text-xs font-medium text-muted">
            {title}
          </p>
          {items.map((item) => (
            <div
              key={item.id}
              id={optionId(item.id)}
              role="option"
              aria-selected={item === active}
              onClick={() => onRun(item)}
              // The pressed line must not take the focus from the search field.
              onMouseDown={(event) => event.preventDefault()}
              className={cx(
                'flex min-h-9 cursor-pointer items-center gap-3 rounded-md px-2.5 py-1.5 select-none',
                item === active ? 'bg-well' : 'hover:bg-well/60',
              )}
            >
              <bdi className="min-w-0 truncate">{item.title}</bdi>
              {item.beside && <bdi className="min-w-0 truncate text-sm text-muted">{item.beside}</bdi>}
              {item.keys && (
                <span aria-hidden="true" className="ms-auto shrink-0 pointer-coarse:hidden">
                  <Keys keys={item.keys} />
                </span>
              )}
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}
