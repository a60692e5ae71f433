/** Does it soon after it is asked for, and at most once in `span` ms, however often that is. */
export function calmly(act: () => void, span: number) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const ask = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined
      act()
    }, span)
  }
  return { ask, stop: (): void => clearTimeout(timer) }
}
