/**
 * Calls the callback that the page declares under `name` at this moment (W12). An exception of the page goes to the
 * console and does not affect the widget.
 */
export function callback(name: string, ...args: unknown[]): void {
  try {
    const declared = (window as unknown as Record<string, unknown>)[name]
    if (typeof declared === 'function') declared(...args)
  } catch (error) {
    console.error(error) // eslint-disable-line no-console -- the page's developer reads it there
  }
}
