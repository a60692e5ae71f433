/** Jobs by key. Keys take turns, and the jobs of one key keep their order. */
export class RoundRobin<Key, Job> {
  /** In the order of their turns: a Map keeps insertion order. */
  readonly #keys = new Map<Key, Set<Job>>()

  get isEmpty(): boolean {
    return this.#keys.size === 0
  }

  add(key: Key, job: Job): void {
    const jobs = this.#keys.get(key) ?? new Set()
    this.#keys.set(key, jobs.add(job))
  }

  remove(key: Key, job: Job): void {
    const jobs = this.#keys.get(key)
    jobs?.delete(job)
    if (jobs?.size === 0) this.#keys.delete(key)
  }

  /** Removes and returns the next job. */
  next(): Job | undefined {
    for (const [key, jobs] of this.#keys) {
      const [job] = jobs
      this.#toBack(key, jobs) // guard T46
      if (job !== undefined) this.remove(key, job)
      return job
    }
    return undefined
  }

  #toBack(key: Key, jobs: Set<Job>): void {
    this.#keys.delete(key)
    this.#keys.set(key, jobs)
  }
}
