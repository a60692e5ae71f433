import { createRequire } from 'node:module'
import type * as JsSIP from 'jssip'
import type { RTCSession } from 'jssip/lib/RTCSession.js'
import type { UA } from 'jssip'
import type { KeptDialog } from './thread-messages.ts'

/** Requests of a killed process are numbered below this many more. */
const SKIPPED = 10

interface Uri {
  toString(): string
}

/** What JsSIP keeps of a dialog, and has no types for. */
interface Dialog {
  readonly _id: { readonly call_id: string; readonly local_tag: string; readonly remote_tag: string }
  readonly _local_seqnum: number
  readonly _local_uri: Uri
  readonly _remote_uri: Uri
  readonly _remote_target: Uri
  readonly _route_set: readonly string[]
}

/** What is needed to hang up after the process was killed. */
export function dialogOf(session: RTCSession): KeptDialog {
  const { _dialog: dialog } = session as unknown as { _dialog: Dialog }
  return {
    callId: dialog._id.call_id,
    localTag: dialog._id.local_tag,
    remoteTag: dialog._id.remote_tag,
    sequence: dialog._local_seqnum,
    localUri: dialog._local_uri.toString(),
    remoteUri: dialog._remote_uri.toString(),
    target: dialog._remote_target.toString(),
    routes: [...dialog._route_set],
  }
}

type Ended = 'ended' | 'gone' | 'no answer'

/** Hangs up in a dialog of a killed process. `gone`: the telephone had hung up already. */
export function makeEndKept(sip: typeof JsSIP, ua: UA): (dialog: KeptDialog) => Promise<Ended> {
  const require = createRequire(import.meta.url)
  const { OutgoingRequest } = require('jssip/lib/SIPMessage') as { OutgoingRequest: new (...all: unknown[]) => object }
  const RequestSender = require('jssip/lib/RequestSender') as new (
    ua: UA,
    request: object,
    handlers: object,
  ) => { send(): void }
  const uri = (text: string) => sip.URI.parse(text)
  return ({ callId, localTag, remoteTag, sequence, localUri, remoteUri, target, routes }) =>
    new Promise((resolve) => {
      const request = new OutgoingRequest('BYE', uri(target), ua, {
        ...{ cseq: sequence + SKIPPED, call_id: callId, route_set: routes },
        ...{ from_uri: uri(localUri), from_tag: localTag, to_uri: uri(remoteUri), to_tag: remoteTag },
      })
      new RequestSender(ua, request, {
        onRequestTimeout: () => resolve('no answer'),
        onTransportError: () => resolve('no answer'),
        onAuthenticated() {},
        onReceiveResponse({ status_code: status }: { status_code: number }) {
          if (status >= 200) resolve(status < 300 ? 'ended' : 'gone')
        },
      }).send()
    })
}
