import type { Clock, Ids } from '../world.ts'
import { makeDecoder, type Decoder } from './decode.ts'
import { openStore, type Store } from './store.ts'

/** What taking in a file needs. */
export interface FileRoom {
  readonly store: Store
  readonly decoder: Decoder
  readonly clock: Clock
  readonly ids: Ids
  /** Ends the process that decodes pictures; those that wait become files to be saved. */
  close(): Promise<void>
}

/** `dataDir`: DATA_DIR. */
export async function openFileRoom(options: { dataDir: string; clock: Clock; ids: Ids }): Promise<FileRoom> {
  const store = await openStore(options)
  const decoder = makeDecoder(options)
  return { store, decoder, clock: options.clock, ids: options.ids, close: () => decoder.close() }
}
