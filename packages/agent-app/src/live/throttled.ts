/** Runs `act` soon after a call, and at most once in `span` ms, however many calls there are. */
export function throttled(act: () => void, span: number) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const ask = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined
      act()
    }, span)
  }
  return { ask, stop: (): void => clearTimeout(timer) }
}
