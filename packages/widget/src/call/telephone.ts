import { CALL_REASONS } from '@deskbell/protocol/webhook/call-reasons'
import type { CallView } from '@deskbell/protocol/widget/frames'
import type { WidgetCore } from '../core/core.ts'

/** A call to the visitor's telephone that this tab has asked for (`startCall`): tells the page of its end (C1). */
export function hearOfTelephone(core: WidgetCore, { id, over, since, status, failure }: CallView): void {
  core.phoning = !over
  if (!over || core.session.get('phoned') !== String(id)) return
  core.session.set('phoned', undefined)
  const isOk = status !== 'error' && since !== null
  core.call('onCallEnd', isOk ? { result: 'ok' } : { result: 'fail', reason: CALL_REASONS[failure ?? 'withdrawn'] })
}
