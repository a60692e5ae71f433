import type { Boot } from '../boot.ts'

/**
 * The methods of `chat_api` with their checks are 3.2 kB, more than this whole script may have, and most pages do not
 * speak to the widget. So they are a file of their own, which is loaded before the load callback where the page declares
 * a callback or rules wait. Elsewhere the first look at `chat_api` fetches it, and the object is there when it has come.
 * A press of a button does not come twice: what is called while an event is handled is kept, and done then.
 */
export async function announceApi(boot: Boot, prefix: string): Promise<void> {
  const keep =
    (_: object, name: string) =>
    (...args: unknown[]) =>
      name === 'chatMode'
        ? boot.settings.online
          ? 'online'
          : 'offline'
        : boot.calls.push([name, args]) && { result: 'ok' }
  if (
    // Where the page has a variable of this name, what was declared cannot be looked up: the object takes its place.
    !Reflect.defineProperty(window, `${prefix}api`, {
      configurable: true,
      get() {
        void boot.load('api')
        return window.event && new Proxy({}, { get: keep })
      },
    }) ||
    boot.settings.rules[0] ||
    Object.keys(window).some((name) => name.startsWith(`${prefix}on`))
  )
    await boot.load('api')
}
