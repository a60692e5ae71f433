/** Intl's formatters take about a millisecond each to make: each is made with its first use, not before the first screen. */
export const onceMade = <T>(make: () => T): (() => T) => {
  let made: T | undefined
  return () => (made ??= make())
}
