import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileRow } from '../../files/rows.ts'
import { makeFileId } from '../../files/store.ts'
import type { Services } from '../../services.ts'
import { convert, type Conversion } from '../recording/convert.ts'

/** How often it is looked for the capture, and how long (ms). */
const LOOK = { every: 100, within: 5000 }

/** Where the sound of each side comes, and how it is decoded. */
export type RecordedSound = Required<Pick<Conversion, 'rate' | 'opusTypes' | 'sideOf' | 'readPaths'>>

/** A call that is recorded. */
export interface Recorded extends RecordedSound {
  readonly account: number
  readonly call: number
  /** Its id at the engine. */
  readonly engineId: string
}

export interface Recorder {
  /** Nothing more comes. Resolves with the stored file, whose row is to be written; undefined: there is none. */
  end(): Promise<FileRow | undefined>
}

type Needs = Pick<Services, 'clock' | 'files' | 'ids'> & {
  /** Of the engine. */
  readonly folder: string
  readonly onError: (error: unknown) => void
}

/** Makes the mp3 of a call while it goes on, so that it is there soon after the end. */
export function record({ clock, files, folder, ids, onError }: Needs, recorded: Recorded): Recorder {
  const over = new AbortController()
  const pause = () => new Promise<void>((resolve) => void clock.after(LOOK.every, resolve))

  async function findCapture(): Promise<string | undefined> {
    const captures = join(folder, 'pcaps')
    for (let waited = 0; waited <= LOOK.within; waited += LOOK.every) {
      const name = (await readdir(captures).catch(() => [])).find((one) => one.startsWith(recorded.engineId))
      if (name !== undefined) return join(captures, name)
      await pause()
    }
    return undefined
  }

  async function work(): Promise<FileRow | undefined> {
    const pcap = await findCapture()
    if (pcap === undefined) throw new Error('the engine has recorded nothing')
    const incoming = await files.store.receive()
    try {
      const mp3 = join(incoming.folder, 'call.mp3')
      const { rate, opusTypes, sideOf, readPaths, account, call } = recorded
      const made = await convert({ pcap, mp3, rate, opusTypes, sideOf, readPaths, over: over.signal })
      if (!made) return undefined
      const id = makeFileId(ids)
      const { size } = await stat(mp3)
      await files.store.keep(mp3, id, 'whole')
      return {
        ...{ account, id, chat: null, entry: null, purpose: 'call', name: `call-${call}.mp3`, mime: 'audio/mpeg' },
        ...{ inline: true, size, width: null, height: null, thumb: false, at: clock.now() },
      }
    } finally {
      await incoming.discard()
      await rm(pcap, { force: true })
    }
  }

  const working = work().catch((error: unknown) => {
    onError(error)
    return undefined
  })
  return {
    end() {
      over.abort()
      return working
    },
  }
}
