import type { Readable } from 'node:stream'

/** A stored object, opened for reading. The stream closes it; without one, `close` does. `end` is the last byte, inclusive. */
export interface Opened {
  readonly size: number
  /** `turn` is awaited before each chunk, with its bytes. */
  stream(range?: { start: number; end: number }, turn?: (bytes: number) => Promise<void>): Readable
  close(): Promise<void>
}

/** An object as it is listed. `at`: when it was written (ms). */
export interface Listed {
  readonly name: string
  readonly size: number
  readonly at: number
}

/**
 * Bytes under names: in the folder of this machine, or in a bucket that the processes share. Names are those of files, made by this
 * program: letters and digits, and `.thumb`. Throws NotStored, or an error of the file system.
 */
export interface Objects {
  /** Takes a file of this machine. When it resolves, the object survives a power cut, and the file may be gone. */
  put(path: string, name: string): Promise<void>
  open(name: string): Promise<Opened | undefined>
  /** False: there is no such object. When it resolves, the copy survives a power cut and is as new as any. */
  copy(from: string, to: string): Promise<boolean>
  /** A missing one is no error. */
  remove(name: string): Promise<void>
  /** All of them, in parts. */
  list(): AsyncIterable<readonly Listed[]>
}

/** The bucket did not do what it was asked. `status`: its answer; undefined: there was none. */
export class NotStored extends Error {
  override readonly name = 'NotStored'
  readonly status: number | undefined
  constructor(message: string, status?: number, cause?: unknown) {
    super(message, { cause })
    this.status = status
  }
}

/** Bytes read ahead for the reader of a file (T45). */
export const READ_AHEAD = 64 * 1024
