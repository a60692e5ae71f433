/**
 * Calls what the page has declared under a name, found at this moment (W12). What the page throws is the page's own: it
 * is told in the console and changes nothing here.
 */
export function callback(name: string, ...args: unknown[]): void {
  try {
    const declared = (window as unknown as Record<string, unknown>)[name]
    if (typeof declared === 'function') declared(...args)
  } catch (error) {
    console.error(error) // eslint-disable-line no-console -- the page's developer looks there
  }
}
