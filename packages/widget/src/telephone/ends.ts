import { CALL_REASONS } from '@deskbell/protocol/webhook/call-reasons'
import type { CallView } from '@deskbell/protocol/widget/frames'
import type { WidgetCore } from '../core/core.ts'

/** Whether this tab has asked for the call: it alone tells the page of it. */
export const isOwn = ({ session }: WidgetCore, { id }: CallView): boolean => session.get('call') === String(id)

/** Tells the page of the end of a call to the visitor's telephone that this tab has asked for (C1). */
export function tellOfEnd(core: WidgetCore, view: CallView): void {
  core.phoning = !view.over
  if (!view.over || !isOwn(core, view)) return
  core.session.set('call', undefined)
  const { status, since, failure } = view
  const isOk = status !== 'error' && since !== null
  core.call('onCallEnd', isOk ? { result: 'ok' } : { result: 'fail', reason: CALL_REASONS[failure ?? 'withdrawn'] })
}
