import type { Boot } from '../boot.ts'

/**
 * The methods of `chat_api` with their checks take 3.2 kB, more than the loader may have, and most pages do not use
 * them. They are a file of their own. It is loaded before the load callback when the page declares a callback or rules
 * are stored; otherwise the first access to `chat_api` fetches it. Calls that an event handler makes before the file is
 * loaded are recorded and performed then, because the event does not happen again.
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
    // Where the page declares a variable of this name, an accessor cannot be defined; the object takes its place.
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
