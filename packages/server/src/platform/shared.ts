/** Combines equal concurrent calls into one. `key` identifies equal calls; a call after the answer is made again. */
export function makeShared<Answer>(): (key: string, call: () => Promise<Answer>) => Promise<Answer> {
  const asking = new Map<string, Promise<Answer>>()
  return (key, call) => {
    const open = asking.get(key)
    if (open) return open // guard T46
    const answer = call().finally(() => asking.delete(key))
    asking.set(key, answer)
    return answer
  }
}
