import type { CallProvider } from '@deskbell/protocol/agent/call-provider'
import type { Answer, Outgoing, Sender } from '../../deliveries/http/send.ts'
import { Type, type Static, type TSchema } from 'typebox'
import { Value } from 'typebox/value'

/** An account at a provider. */
export interface Account {
  readonly account: number
  readonly settings: CallProvider
  /** The auth token. */
  readonly token: string
}

/** The time of a question (ms), and the largest answer (bytes). */
const TIMEOUT = 5000
const ANSWER_MAX = 512 * 1024
const RECORDING_TIMEOUT = 40_000
/** Eight hours of the provider's mp3, and room. */
const RECORDING_MAX = 512 * 1024 * 1024
const REDIRECTS = 3

/** A name that the provider gives: it becomes part of addresses. */
export const SID = '^[A-Za-z0-9_-]{1,64}$'

/** A telephone, as the provider sees it. */
const CALL = Type.Object({
  sid: Type.String({ pattern: SID }),
  status: Type.String(),
  date_created: Type.Optional(Type.Union([Type.String(), Type.Null()])),
})
export type CallAtProvider = Static<typeof CALL>
const CALLS = Type.Object({ calls: Type.Array(CALL) })
const RECORDING = Type.Object({ sid: Type.String({ pattern: SID }), status: Type.String() })
export type RecordingAtProvider = Static<typeof RECORDING>
const RECORDINGS = Type.Object({ recordings: Type.Array(RECORDING) })
const TROUBLE = Type.Object({ message: Type.String(), code: Type.Optional(Type.Integer()) })
const NOTHING = Type.Unknown()

/** `refused`: what was asked is not possible. `unreachable`: whether it was done is not known. `why`: a clause in words. */
export type Said<T> =
  | { readonly ok: true; readonly value: T }
  | {
      readonly ok: false
      readonly how: 'refused'
      readonly status: number
      readonly code?: number
      readonly why: string
    }
  | { readonly ok: false; readonly how: 'unreachable'; readonly why: string }

type Form = readonly (readonly [name: string, value: string])[]

/** The part of the provider's REST interface that calls need. */
export interface Rest {
  /** Whether the account and the token are right. */
  check(of: Account): Promise<Said<unknown>>
  place(of: Account, form: Form): Promise<Said<CallAtProvider>>
  /** Changes a call: hangs up, or gives it other instructions. */
  change(of: Account, sid: string, form: Form): Promise<Said<unknown>>
  read(of: Account, sid: string): Promise<Said<CallAtProvider>>
  /** The newest calls from the provider's number to this one. */
  list(of: Account, to: string): Promise<Said<CallAtProvider[]>>
  record(of: Account, sid: string, form: Form): Promise<Said<unknown>>
  recordings(of: Account, sid: string): Promise<Said<RecordingAtProvider[]>>
  /** Reads the mp3 of a recording in chunks. */
  download(of: Account, recording: string, onChunk: (chunk: Buffer) => Promise<void>): Promise<Said<unknown>>
  /** The provider forgets a recording. */
  remove(of: Account, recording: string): Promise<Said<unknown>>
}

/** `onSaid`: hears what the provider answered each time. */
export function makeRest(sender: Pick<Sender, 'send'>, onSaid: (of: Account, said: Said<unknown>) => void): Rest {
  async function ask<T extends TSchema>(
    of: Account,
    shape: T,
    { path, ...more }: { path: string; method: Outgoing['method']; form?: Form } & Partial<Outgoing>,
  ): Promise<Said<Static<T>>> {
    const { accountSid, url } = of.settings
    const { form, ...rest } = more
    const answer = await sender.send({
      ...{ purpose: 'provider', timeoutMs: TIMEOUT, maxBytes: ANSWER_MAX, ...rest },
      url: `${url.replace(/\/+$/, '')}/2010-04-01/Accounts/${accountSid}${path}`,
      headers: {
        authorization: `Basic ${Buffer.from(`${accountSid}:${of.token}`).toString('base64')}`,
        ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(form && { body: encode(form) }),
    })
    const said = toSaid(answer, shape)
    onSaid(of, said)
    return said
  }

  const value = <T, U>(said: Said<T>, to: (value: T) => U): Said<U> =>
    said.ok ? { ok: true, value: to(said.value) } : said

  return {
    check: (of) => ask(of, NOTHING, { method: 'GET', path: '.json' }),
    place: (of, form) => ask(of, CALL, { method: 'POST', path: '/Calls.json', form }),
    change: (of, sid, form) => ask(of, NOTHING, { method: 'POST', path: `/Calls/${sid}.json`, form }),
    read: (of, sid) => ask(of, CALL, { method: 'GET', path: `/Calls/${sid}.json` }),
    async list(of, to) {
      const asked = new URLSearchParams({ To: to, From: of.settings.number, PageSize: '20' }).toString()
      return value(await ask(of, CALLS, { method: 'GET', path: `/Calls.json?${asked}` }), ({ calls }) => calls)
    },
    record: (of, sid, form) => ask(of, NOTHING, { method: 'POST', path: `/Calls/${sid}/Recordings.json`, form }),
    async recordings(of, sid) {
      const said = await ask(of, RECORDINGS, { method: 'GET', path: `/Calls/${sid}/Recordings.json` })
      return value(said, ({ recordings }) => recordings)
    },
    download: (of, recording, onChunk) =>
      ask(of, NOTHING, {
        ...{ method: 'GET', path: `/Recordings/${recording}.mp3?RequestedChannels=2`, redirects: REDIRECTS, onChunk },
        ...{ timeoutMs: RECORDING_TIMEOUT, maxBytes: RECORDING_MAX },
      }),
    remove: (of, recording) => ask(of, NOTHING, { method: 'DELETE', path: `/Recordings/${recording}.json` }),
  }
}

function toSaid<T extends TSchema>(answer: Answer, shape: T): Said<Static<T>> {
  if (answer.kind === 'failed') return { ok: false, how: 'unreachable', why: answer.detail }
  const { status } = answer
  const body = parse(answer.body)
  if (status >= 200 && status < 300) {
    if (Value.Check(shape, body)) return { ok: true, value: body }
    return { ok: false, how: 'unreachable', why: 'what it answered is no answer of this interface' }
  }
  const trouble = Value.Check(TROUBLE, body) ? body : undefined
  const why = trouble ? `${trouble.message.slice(0, 300)} (${status})` : `it answered ${status}`
  const isLater = status >= 500 || status === 408 || status === 429 || status < 400
  if (isLater) return { ok: false, how: 'unreachable', why }
  return { ok: false, how: 'refused', status, why, ...(trouble?.code !== undefined && { code: trouble.code }) }
}

function encode(form: Form): string {
  const encoded = new URLSearchParams()
  for (const [name, value] of form) encoded.append(name, value)
  return encoded.toString()
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}
