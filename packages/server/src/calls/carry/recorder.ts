import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileRow } from '../../files/rows.ts'
import { makeFileId } from '../../files/store.ts'
import type { Services } from '../../services.ts'
import { convert } from '../recording/convert.ts'

/** How often it is looked for the capture, and how long (ms). */
const LOOK = { every: 100, within: 5000 }

/** A call that is recorded. */
export interface Recorded {
  readonly account: number
  readonly call: number
  /** Its id at the engine. */
  readonly engineId: string
  readonly rate: 8000 | 16_000
  readonly opusType?: number
  readonly sideOf: (port: number) => 'agent' | 'client' | undefined
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
  let isOver = false
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
      const { rate, opusType, sideOf, account, call } = recorded
      const made = await convert({
        ...{ pcap, mp3, rate, sideOf, isOver: () => isOver },
        ...(opusType !== undefined && { opusType }),
      })
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
      isOver = true
      return working
    },
  }
}
