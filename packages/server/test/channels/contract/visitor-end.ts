import type { ChannelKind } from '@deskbell/protocol/agent/channel'
import type { Entry } from '@deskbell/protocol/agent/entry'
import type { TestServer, TestServerOptions } from '../../test-server.ts'

/** What a visitor is shown: a text, and the bytes of a file. */
export interface Shown {
  readonly text: string
  readonly file?: Buffer
}

/** One visitor on a channel, with the kind's own front end. */
export interface VisitorEnd {
  /** Resolves when the server has acknowledged the message. */
  writes(text: string): Promise<void>
  sendsPicture(bytes: Buffer<ArrayBuffer>, caption: string): Promise<void>
  /** The next thing that the visitor is shown, in order. */
  sees(): Promise<Shown>
  /** Resolves when the visitor is shown that an agent types. */
  seesTyping(): Promise<void>
  /** The visitor's end refuses, or does not pass on, what it writes: resolves when that is known. */
  writesInVain(text: string): Promise<void>
  close(): Promise<void>
}

/** The front ends of one channel kind. The channel is called "Contract". */
export interface ChannelEnds {
  readonly kind: ChannelKind
  readonly options: TestServerOptions
  /** A visitor who is not known yet. `number` tells visitors apart. */
  open(server: TestServer, number: number): Promise<VisitorEnd>
  close(): Promise<void>
}

export const isMessage = (entry: Entry): entry is Entry & { type: 'message' } => entry.type === 'message'

/** Values that are awaited in the order in which they come. */
export function makeQueue<T>() {
  const values: T[] = []
  const waiting: ((value: T) => void)[] = []
  return {
    put(value: T): void {
      const resolve = waiting.shift()
      if (resolve) resolve(value)
      else values.push(value)
    },
    next(): Promise<T> {
      const value = values.shift()
      return value === undefined ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(value)
    },
  }
}
