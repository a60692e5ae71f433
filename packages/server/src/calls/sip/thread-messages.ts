import type { TransportKind } from './transport.ts'

/** What a trunk is. Its host has been looked up and checked by the main thread. */
export interface TrunkSettings {
  readonly kind: TransportKind
  readonly host: string
  readonly port: number
  readonly addresses: readonly string[]
  readonly localPort?: number
  readonly ca?: string
  readonly user: string
  readonly password: string
  /** Of the addresses that are called; default: the host and port. */
  readonly domain?: string
  /** An extension of an exchange registers, and so does a trunk that sends calls to where it is registered. */
  readonly registers: boolean
}

/** What ends a call whose server was killed: of its dialog (RFC 3261 12). */
export interface KeptDialog {
  readonly callId: string
  readonly localTag: string
  readonly remoteTag: string
  readonly sequence: number
  readonly localUri: string
  readonly remoteUri: string
  readonly target: string
  readonly routes: readonly string[]
}

/** What takes back a call whose server was killed before the telephone answered: a CANCEL as it is sent. */
export interface KeptInvite {
  readonly cancel: string
}

/** To the thread of a trunk. A leg is one telephone in a call; SDP is that of the media engine. */
export type ToTrunk =
  | {
      readonly t: 'invite'
      readonly leg: string
      readonly number: string
      readonly callerId?: string
      readonly sdp: string
    }
  | { readonly t: 'answer'; readonly leg: string; readonly sdp: string }
  | { readonly t: 'hang_up'; readonly leg: string; readonly status?: number }
  /** What ends it is stored: the telephone may ring. */
  | { readonly t: 'go'; readonly leg: string }
  | { readonly t: 'end_kept'; readonly leg: string; readonly dialog: KeptDialog | KeptInvite }
  | { readonly t: 'close' }

/** From the thread. */
export type FromTrunk =
  | { readonly t: 'connected'; readonly address: string; readonly port: number }
  | { readonly t: 'registered' }
  /** `status`: of the answer; absent: there was none. */
  | { readonly t: 'not_registered'; readonly status?: number; readonly why: string }
  | { readonly t: 'lost'; readonly why: string }
  /** The telephone rings when the answer is `go`: `kept`, which ends it, is to be stored before. */
  | { readonly t: 'calling'; readonly leg: string; readonly kept: KeptInvite }
  | { readonly t: 'ringing'; readonly leg: string }
  | { readonly t: 'answered'; readonly leg: string; readonly sdp: string; readonly dialog: KeptDialog }
  /** It was not answered. `status`: what the trunk said; absent: nothing. */
  | { readonly t: 'failed'; readonly leg: string; readonly status?: number; readonly why: string }
  /** The telephone has hung up, or was hung up on. */
  | { readonly t: 'ended'; readonly leg: string }
  | { readonly t: 'incoming'; readonly leg: string; readonly from: string; readonly to: string; readonly sdp: string }
  /** Key of a telephone, by INFO. */
  | { readonly t: 'key'; readonly leg: string; readonly key: string }
  /** So many packets of other senders were not read since the last time. */
  | { readonly t: 'strangers'; readonly packets: number }
  | { readonly t: 'kept_ended'; readonly leg: string; readonly how: 'ended' | 'gone' | 'no answer' }
