import { createKeybindingsHandler } from 'tinykeys'
import { isComposing } from '../ui/composing.ts'
import { oneKey } from './one-key.ts'
import { shown, query } from './open.ts'
import { handlerOf } from './registry.ts'
import { COMMAND_IDS, type CommandId, definitionOf } from './table.ts'

/** Popups with keys of their own. */
const OVER = '[role=dialog], [role=alertdialog], [role=menu]'
const FIELD = 'input, textarea, select, [contenteditable]'

export const isOneKey = (keys: string): boolean => !/\$mod\+|Control\+|Meta\+|Alt\+|^Escape$/.test(keys)

/** Shift is needed for `?` on some keyboards, and for `/` on others. */
const toBinding = (keys: string): string => (/^[^a-z\d\s]$/i.test(keys) ? `[Shift]+${keys}` : keys)

/** A letter of another script counts as the Latin letter of its key, so that the shortcuts work with every keyboard. */
export const toLatin = ({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string =>
  key.length === 1 && key.charCodeAt(0) > 127 && /^Key[A-Z]$/.test(code) ? code.slice(3).toLowerCase() : key

function mayRun(event: KeyboardEvent, id: CommandId, keys: string): boolean {
  const { whileTyping = false, inEmptyField = false, repeats = false } = definitionOf(id)
  if (event.defaultPrevented || isComposing(event) || (event.repeat && !repeats)) return false
  const target = event.target instanceof Element ? event.target : null
  if (target?.closest(OVER)) return false
  if (isOneKey(keys) && !oneKey.get()) return false
  // A press may have moved the focus (`ui/after-paint.ts`): its letter is typed where the focus is now.
  const field = target?.closest(FIELD) ?? document.activeElement?.closest(FIELD)
  const isEmpty = (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) && field.value === ''
  return whileTyping || !field || (inEmptyField && isEmpty && !isOneKey(keys))
}

/** Keys between Ctrl K and the first drawing of the menu are part of what the agent searches. */
function keepTyped(event: KeyboardEvent): void {
  if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  query.set(query.get() + event.key)
}

/** Runs the commands of the keys that are pressed in the window. Returns the function that ends it. */
export function listenToKeys(): () => void {
  let pressed: KeyboardEvent
  const bindings = COMMAND_IDS.flatMap((id) => {
    const { keys = [], ofControl = false } = definitionOf(id)
    if (ofControl) return []
    return keys.map((one): [string, () => void] => [
      toBinding(one),
      () => {
        if (!mayRun(pressed, id, one)) return
        const run = handlerOf(id)
        if (!run) return
        pressed.preventDefault()
        run()
      },
    ])
  })
  // Of two that end with the same key, the sequence is meant: the library takes the first.
  bindings.sort(([a], [b]) => b.split(' ').length - a.split(' ').length)
  const handle = createKeybindingsHandler(Object.fromEntries(bindings), { ignore: () => false })
  const onKeyDown = (event: KeyboardEvent): void => {
    const target = event.target instanceof Element ? event.target : null
    if ((shown.get() === 'menu' || shown.get() === 'macros') && !target?.closest(OVER)) return keepTyped(event)
    pressed = event
    const getModifierState = (modifier: string) => event.getModifierState(modifier)
    handle({ key: toLatin(event), code: event.code, getModifierState } as KeyboardEvent)
  }
  addEventListener('keydown', onKeyDown)
  return () => removeEventListener('keydown', onKeyDown)
}
