import { Cells } from '../live/cells.ts'
import type { Picked } from './pick-files.ts'

/** Picked files that wait for the next message, by agent and chat, kept when another chat is opened. */
const files = new Cells<string, readonly Picked[]>()
const NONE: readonly Picked[] = []

export function pickedFor(who: string, chat: number) {
  const key = `${who}.${chat}`
  const get = (): readonly Picked[] => files.get(key) ?? NONE
  return {
    get,
    add: (more: readonly Picked[]): void => files.set(key, [...get(), ...more]),
    remove: (one: string): void =>
      files.set(
        key,
        get().filter((file) => file.key !== one),
      ),
    clear: (): void => files.delete(key),
    subscribe: (listener: () => void): (() => void) => files.subscribe(key, listener),
  }
}

export function forgetPicked(): void {
  for (const key of [...files.keys()]) files.delete(key)
}
