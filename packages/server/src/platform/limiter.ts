import type { Clock } from './clock.ts'

export interface LimiterOptions {
  clock: Clock
  /** The name of this limit in RateLimit-Policy and RateLimit. */
  name: string
  /** Tokens gained per second, to the thousandth; 0 disables the limit (A34). */
  rate: number
  /** Tokens of a full bucket; a new key has a full one. */
  burst: number
  /** Maximum number of buckets; beyond it the full ones are dropped first, then the least recently used. */
  maxKeys?: number
}

/** The result for one request. */
export interface Taken {
  readonly ok: boolean
  /** Whole seconds until the same request passes if the key is not used otherwise; 0 when it passed. */
  readonly retryAfterSeconds: number
  /** Headers for the response, computed on demand; none when the limit is disabled. */
  headers(): Record<string, string>
}

export interface Limiter {
  /** Takes `cost` whole tokens from the bucket of `key`, or none if there are fewer. More than `burst` never passes. */
  take(key: string, cost?: number): Taken
  /** Whole tokens of a full bucket; Infinity when the limit is disabled. */
  readonly burst: number
  /** The result of `take`, without taking. */
  peek(key: string): Taken
  /**
   * Takes tokens that another process has given out; the bucket may owe as many as it holds. No other process is told of them.
   */
  charge(key: string, tokens: number): void
  /**
   * Tokens that were given out since the last call and that other processes are to be told of: of keys for which they were at least
   * a part of a full bucket. Tokens that the bucket has regained since are not among them. `part` is that part from now on;
   * undefined: there are no other processes.
   */
  spent(part: number | undefined): [key: string, tokens: number][]
  /** Buckets in memory. */
  readonly size: number
}

interface Bucket {
  /** Millionths of a token, so that all arithmetic is in integers. */
  level: number
  at: number
  /** Given out, and not told to other processes. */
  untold: number
}

const TOKEN = 1_000_000
const NOTHING = { charge() {}, spent: () => [] }
const OFF: Taken = { ok: true, retryAfterSeconds: 0, headers: () => ({}) }

/** A token bucket per key (A34, M9): never more than rate x time + burst. */
export function makeLimiter({ clock, name, rate, burst, maxKeys = 100_000 }: LimiterOptions): Limiter {
  if (rate <= 0) return { take: () => OFF, peek: () => OFF, burst: Infinity, size: 0, ...NOTHING }
  // Tokens per second are thousandths of a token, or thousands of these units, per millisecond.
  const perMs = Math.max(1, Math.round(rate * 1000))
  const full = Math.max(1, Math.floor(burst)) * TOKEN
  const policy = { name, perMs, full }
  // In the order of last use: a Map keeps insertion order.
  const buckets = new Map<string, Bucket>()
  /** Keys that others are to be told of, and from how much on (units). */
  const used = new Set<string>()
  let least = Infinity

  function forget(now: number): void {
    for (const [key, bucket] of buckets) if (levelOf(bucket, now) >= full) buckets.delete(key)
    // An eighth at once, so that many new keys do not scan the map each time.
    let surplus = buckets.size - Math.floor(maxKeys * 0.875)
    for (const key of buckets.keys()) {
      if (surplus-- <= 0) break
      buckets.delete(key)
    }
  }

  /** A clock that was set back changes no bucket. */
  function levelOf(bucket: Bucket, now: number): number {
    return Math.min(full, bucket.level + Math.max(0, now - bucket.at) * perMs)
  }

  /** The bucket of a key as it is now, the most recently used. */
  function use(key: string, now: number): Bucket {
    const known = buckets.get(key)
    if (!known && buckets.size >= maxKeys) forget(now)
    const bucket = known ?? { level: full, at: now, untold: 0 }
    bucket.level = levelOf(bucket, now)
    bucket.at = now
    if (known) buckets.delete(key)
    buckets.set(key, bucket)
    return bucket
  }

  return {
    burst: full / TOKEN,
    get size() {
      return buckets.size
    },
    peek(key) {
      const bucket = buckets.get(key)
      const level = bucket ? levelOf(bucket, clock.now()) : full
      return new Outcome(policy, level, Math.max(0, TOKEN - level))
    },
    take(key, cost = 1) {
      const bucket = use(key, clock.now())
      const price = cost * TOKEN
      const missing = price - bucket.level
      if (missing > 0) return new Outcome(policy, bucket.level, missing)
      bucket.level -= price
      bucket.untold = Math.min(bucket.untold + price, full - bucket.level)
      if (bucket.untold >= least) used.add(key)
      return new Outcome(policy, bucket.level, 0)
    },
    charge(key, tokens) {
      const bucket = use(key, clock.now())
      bucket.level = Math.max(-full, bucket.level - Math.round(tokens * TOKEN))
    },
    spent(part) {
      least = part === undefined ? Infinity : full * part
      const told: [string, number][] = []
      for (const key of used) {
        const bucket = buckets.get(key)
        if (!bucket) continue
        told.push([key, bucket.untold / TOKEN])
        bucket.untold = 0
      }
      used.clear()
      return told
    },
  }
}

/** One per request, so it only stores numbers; the header texts are made when requested. */
class Outcome implements Taken {
  readonly #policy: { name: string; perMs: number; full: number }
  readonly #level: number
  readonly #missing: number
  constructor(policy: { name: string; perMs: number; full: number }, level: number, missing: number) {
    this.#policy = policy
    this.#level = level
    this.#missing = missing
  }

  get ok(): boolean {
    return this.#missing === 0
  }

  get retryAfterSeconds(): number {
    return this.#seconds(this.#missing)
  }

  /**
   * RateLimit-Policy and RateLimit by draft-ietf-httpapi-ratelimit-headers-11: quota `q` in a window of `w` seconds,
   * `r` requests left, the whole quota again in `t` seconds. The three headers of draft 06 have the same values.
   */
  headers(): Record<string, string> {
    const { name, full } = this.#policy
    const quota = full / TOKEN
    const left = Math.max(0, Math.floor(this.#level / TOKEN))
    const reset = this.#seconds(full - this.#level)
    const headers: Record<string, string> = {
      'RateLimit-Policy': `"${name}";q=${quota};w=${this.#seconds(full)}`,
      RateLimit: `"${name}";r=${left};t=${reset}`,
      'RateLimit-Limit': String(quota),
      'RateLimit-Remaining': String(left),
      'RateLimit-Reset': String(reset),
    }
    if (!this.ok) headers['Retry-After'] = String(this.retryAfterSeconds)
    return headers
  }

  #seconds(units: number): number {
    return Math.ceil(units / (this.#policy.perMs * 1000))
  }
}
