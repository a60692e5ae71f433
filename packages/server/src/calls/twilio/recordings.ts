import { open, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileRow } from '../../files/rows.ts'
import { sniff } from '../../files/sniff.ts'
import { makeFileId, type Incoming } from '../../files/store.ts'
import type { Services } from '../../services.ts'
import type { Addresses } from './addresses.ts'
import type { Leg, LegRows } from './leg-rows.ts'
import type { Account, Rest } from './rest.ts'

/** A process that stores the recordings of a call has so long before another one does it (ms). */
const CLAIM = 45_000

type Needs = Pick<Services, 'callCommit' | 'clock' | 'files' | 'ids'> & {
  readonly addresses: Addresses
  readonly rest: Rest
  readonly rows: LegRows
}

/** The recordings of calls at the provider: one of each agent who has had the call, with the client on the right. */
export interface Recordings {
  /** The telephone of an agent is recorded from now on. */
  begin(of: Account, leg: Leg): Promise<void>
  /** Stores what was recorded, once the provider has all of it, and ends the call with it. */
  store(of: Account, call: { account: number; call: number }, legs: readonly Leg[]): Promise<void>
}

export function makeRecordings({ addresses, callCommit, clock, files, ids, rest, rows }: Needs): Recordings {
  async function begin(of: Account, leg: Leg): Promise<void> {
    if (leg.recording !== null || leg.sid === null || !(await rows.record(leg, 'asked'))) return
    const said = await rest.record(of, leg.sid, [
      ['RecordingChannels', 'dual'],
      ['RecordingTrack', 'both'],
      ['Trim', 'do-not-trim'],
      ['RecordingStatusCallback', addresses.of(leg, 'recorded')],
      ['RecordingStatusCallbackMethod', 'POST'],
    ])
    if (said.ok) return
    if (said.how === 'refused') return void (await rows.record(leg, 'refused'))
    // It may record all the same; if it does not, it is asked again.
    const there = await rest.recordings(of, leg.sid)
    if (there.ok && there.value.length === 0) await rows.record(leg, null)
  }

  /** The recordings in their order; undefined: the provider does not have all of them yet. */
  async function find(of: Account, legs: readonly Leg[]): Promise<string[] | undefined> {
    const found: string[] = []
    for (const { sid, recording } of legs) {
      if (recording !== 'asked' || sid === null) continue
      const said = await rest.recordings(of, sid)
      const [first] = said.ok ? said.value : []
      if (!first || first.status === 'processing' || first.status === 'in-progress') return undefined
      if (first.status === 'completed') found.push(first.sid)
    }
    return found
  }

  /** Undefined: they could not be read now. */
  async function download(of: Account, recordings: readonly string[], incoming: Incoming): Promise<string | undefined> {
    const path = join(incoming.folder, 'call.mp3')
    const file = await open(path, 'wx', 0o600)
    try {
      for (const one of recordings) {
        const said = await rest.download(of, one, async (chunk) => void (await file.writeFile(chunk)))
        if (!said.ok) return undefined
      }
    } finally {
      await file.close()
    }
    const { mime } = await sniff(path)
    return mime === 'audio/mpeg' ? path : undefined
  }

  async function keep(of: Account, call: { account: number; call: number }, recordings: readonly string[]) {
    const incoming = await files.store.receive()
    try {
      const path = await download(of, recordings, incoming)
      if (path === undefined) return undefined
      const { size } = await stat(path)
      const id = makeFileId(ids)
      await files.store.keep(path, id, 'whole')
      const { account } = call
      const name = `call-${call.call}.mp3`
      return {
        ...{ account, id, chat: null, entry: null, purpose: 'call', name, mime: 'audio/mpeg', inline: true, size },
        ...{ width: null, height: null, thumb: false, at: clock.now() },
      } satisfies FileRow
    } finally {
      await incoming.discard()
    }
  }

  async function keepClaimed(
    of: Account,
    call: { account: number; call: number },
    { recordings, first }: { recordings: readonly string[]; first: Leg },
  ) {
    try {
      return await keep(of, call, recordings)
    } finally {
      await rows.release(first)
    }
  }

  return {
    begin,
    async store(of, call, legs) {
      const { account, call: id } = call
      const recordings = await find(of, legs)
      if (!recordings) return
      const [first] = legs
      if (!first || recordings.length === 0)
        return void (await callCommit.change(account, id, [{ type: 'call.finish' }]))
      if (!(await rows.claim(first, clock.now() + CLAIM, clock.now()))) return
      const file = await keepClaimed(of, call, { recordings, first })
      if (!file) return
      await callCommit.change(account, id, [{ type: 'call.finish', recording: file.id }], [file])
      // It is kept here, and erased here with the visitor.
      await Promise.all(recordings.map((one) => rest.remove(of, one)))
    },
  }
}
