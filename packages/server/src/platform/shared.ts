/**
 * Answers equal questions that are open at the same time with one answer. `key` says which questions are equal; a question
 * that comes after the answer is asked anew.
 */
export function makeShared<Answer>(): (key: string, ask: () => Promise<Answer>) => Promise<Answer> {
  const asking = new Map<string, Promise<Answer>>()
  return (key, ask) => {
    const open = asking.get(key)
    if (open) return open // guard T46
    const answer = ask().finally(() => asking.delete(key))
    asking.set(key, answer)
    return answer
  }
}
