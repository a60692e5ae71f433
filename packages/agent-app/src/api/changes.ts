/** New values of some fields, or how they follow from what is shown. */
export type Change<Whole, Wanted> = Wanted | ((shown: Whole) => Wanted)

interface Options<Whole, Wanted> {
  /** What is shown. Called when no change waits. */
  readonly read: () => Whole
  readonly show: (whole: Whole) => void
  /** What is shown for a change until the server has stored it. */
  readonly changed: (whole: Whole, wanted: Wanted) => Whole
  /** Resolves with what the server has stored. `stored`: what it has as far as it has answered. */
  readonly send: (wanted: Wanted, stored: Whole) => Promise<Whole>
  /** Reads again what a colleague has changed, when that is why a change was refused; else undefined. */
  readonly readAgain?: ((why: unknown) => Promise<Whole> | undefined) | undefined
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

/** A change that colleagues overtake so often is given up. */
const TRIES = 5

/** A change that is not stored. */
interface Waiting<Whole> {
  /** It follows from what the server has, and can be made once more from something else. */
  readonly isComputed: boolean
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
  const { read, show, changed, send, readAgain, onFailed } = options
  /** What the server has stored, as far as it has answered. */
  let stored: Whole
  const waiting: Waiting<Whole>[] = []
  let last: Promise<void> = Promise.resolve()

  const draw = (): void => show(waiting.reduce<Whole>((whole, one) => one.shown(whole), stored))

  async function sendOnce(one: Waiting<Whole>): Promise<Whole> {
    for (let tries = 1; ; tries++)
      try {
        return await one.send(stored)
      } catch (error) {
        const now = one.isComputed && tries < TRIES ? await readAgain?.(error) : undefined
        if (now === undefined) throw error
        stored = now
        draw()
      }
  }

  async function sendFirst(): Promise<void> {
    let failed = false
    try {
      stored = await sendOnce(waiting[0]!)
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
      return add({
        isComputed: typeof change === 'function',
        shown: (whole) => changed(whole, wanted(whole)),
        send: (whole) => send(wanted(whole), whole),
      })
    },
    ask: (request) => add({ isComputed: false, shown: (whole) => whole, send: request }),
    onRead(whole) {
      if (waiting.length === 0) return
      stored = whole
      draw()
    },
  }
}
