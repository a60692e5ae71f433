/** Work about calls: of each call one piece at a time. */
export interface OneAtATime {
  /** Resolves when it is done. A request meanwhile makes it be done once more. Never rejects. */
  run(account: number, call: number): Promise<void>
  /** Resolves when nothing is under way. */
  idle(): Promise<unknown>
}

/** `work`: resolves with true when it is to be done again at once. */
export function makeOneAtATime(
  work: (account: number, call: number) => Promise<boolean | void>,
  onError: (error: unknown) => void,
): OneAtATime {
  const underWay = new Map<string, { again: boolean; done: Promise<void> }>()
  return {
    run(account, call) {
      const name = `${account}:${call}`
      const running = underWay.get(name)
      if (running) {
        running.again = true
        return running.done
      }
      const one = { again: false, done: Promise.resolve() }
      underWay.set(name, one)
      one.done = (async () => {
        try {
          do {
            one.again = false
            if (await work(account, call)) one.again = true
          } while (one.again)
        } catch (error) {
          onError(error)
        } finally {
          underWay.delete(name)
        }
      })()
      return one.done
    },
    idle: () => Promise.all([...underWay.values()].map(({ done }) => done)),
  }
}
