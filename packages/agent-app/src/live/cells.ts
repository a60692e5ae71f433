type Listener = () => void

/** One value that screens subscribe to. Values are never changed in place: a new value is a new object. */
export class Cell<T> {
  #value: T
  readonly #listeners = new Set<Listener>()

  constructor(value: T) {
    this.#value = value
  }

  get = (): T => this.#value

  set = (value: T): void => {
    if (Object.is(value, this.#value)) return
    this.#value = value
    for (const listener of [...this.#listeners]) listener()
  }

  /** Returns the function that ends the subscription. */
  subscribe = (listener: Listener): Listener => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
}

/** Values by key with a subscription for each: a message in one chat redraws one row of the inbox. */
export class Cells<K, V> {
  readonly #values = new Map<K, V>()
  readonly #listeners = new Map<K, Set<Listener>>()

  get = (key: K): V | undefined => this.#values.get(key)

  values = (): IterableIterator<V> => this.#values.values()

  keys = (): IterableIterator<K> => this.#values.keys()

  set = (key: K, value: V): void => {
    if (Object.is(value, this.#values.get(key))) return
    this.#values.set(key, value)
    this.#tell(key)
  }

  delete = (key: K): void => {
    if (this.#values.delete(key)) this.#tell(key)
  }

  /** Returns the function that ends the subscription. */
  subscribe = (key: K, listener: Listener): Listener => {
    const listeners = this.#listeners.get(key) ?? new Set()
    this.#listeners.set(key, listeners.add(listener))
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0 && this.#listeners.get(key) === listeners) this.#listeners.delete(key)
    }
  }

  #tell(key: K): void {
    for (const listener of [...(this.#listeners.get(key) ?? [])]) listener()
  }
}
