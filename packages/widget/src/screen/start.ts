// What the calls from the page and the calls to a telephone share. Loaded with each of them.
import type { Boot } from '../boot.ts'
import type { WidgetCore } from '../core/core.ts'
import { dress } from '../window/start.ts'
import css from './screen.css?inline'

export { CALL_REASONS } from '@deskbell/protocol/webhook/call-reasons'
export { bare } from './bare.ts'
export { DRAWINGS, type Drawing } from './drawings.ts'
export { markLabel } from './label.ts'
export { toDuration } from './time.ts'
export { toScreenView, type Act, type Screen } from './view.ts'

export const isInView = ({ state }: WidgetCore): boolean => state === 'call' || state === 'chat/call'

const dressed = new WeakSet<Boot>()

/** Adds the style sheets once the window has its box: before that, it takes all others away. */
export function dressCalls(boot: Boot, own: string): boolean {
  if (!boot.root.querySelector('.box')) return false
  if (!dressed.has(boot)) dress(boot, css)
  dressed.add(boot)
  dress(boot, own)
  void boot.load('more')
  return true
}
