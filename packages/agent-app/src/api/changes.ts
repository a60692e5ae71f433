/** New values of some fields, or how they follow from what is shown. */
export type Change<Whole, Wanted> = Wanted | ((shown: Whole) => Wanted)

interface Options<Whole, Wanted> {
  /** What is shown. Called when no change waits. */
  readonly read: () => Whole
  readonly show: (whole: Whole) => void
  /** What is shown for a change until the server has stored it. */
  readonly changed: (whole: Whole, wanted: Wanted) => Whole
  /** Resolves with what the server has stored. */
  readonly send: (wanted: Wanted) => Promise<Whole>
  /** The last change that waited failed: what the server has may not be what it said last. */
  readonly onFailed: () => void
}

export interface Changes<Whole, Wanted> {
  /** Resolves when the change is stored, and rejects when it is not. */
  make(change: Change<Whole, Wanted>): Promise<void>
  /** A request in the place of a change, of which nothing is shown before its answer: given what the server has, resolves with it. */
  ask(request: (stored: Whole) => Promise<Whole>): Promise<void>
  /** The server was read again meanwhile. What waits stays shown. */
  onRead(whole: Whole): void
}

/** A change that is not stored. */
interface Waiting<Whole> {
  readonly shown: (whole: Whole) => Whole
  readonly send: (stored: Whole) => Promise<Whole>
}

/**
 * Changes of something that the server stores. Each is shown at once, and they are sent one after the other. What is shown is
 * the server's last answer with the changes that still wait, so an answer undoes no newer change, and a refusal undoes only
 * the change that was refused. A change that is given as a function is computed anew from the state to which it is sent.
 */
export function makeChanges<Whole extends object, Wanted extends object>(
  options: Options<Whole, Wanted>,
): Changes<Whole, Wanted> {
  const { read, show, changed, send, onFailed } = options
  /** What the server has stored, as far as it has answered. */
  let stored: Whole
  const waiting: Waiting<Whole>[] = []
  let last: Promise<void> = Promise.resolve()

  const draw = (): void => show(waiting.reduce<Whole>((whole, one) => one.shown(whole), stored))

  async function sendFirst(): Promise<void> {
    let failed = false
    try {
      stored = await waiting[0]!.send(stored)
    } catch (error) {
      failed = true
      throw error
    } finally {
      waiting.shift()
      draw()
      if (failed && waiting.length === 0) onFailed()
    }
  }

  function add(one: Waiting<Whole>): Promise<void> {
    if (waiting.length === 0) stored = read()
    waiting.push(one)
    draw()
    const sent = last.then(sendFirst)
    last = sent.catch(() => {})
    return sent
  }

  return {
    make(change) {
      const wanted = (whole: Whole): Wanted => (typeof change === 'function' ? change(whole) : change)
      return add({ shown: (whole) => changed(whole, wanted(whole)), send: (whole) => send(wanted(whole)) })
    },
    ask: (request) => add({ shown: (whole) => whole, send: request }),
    onRead(whole) {
      if (waiting.length === 0) return
      stored = whole
      draw()
    },
  }
}
