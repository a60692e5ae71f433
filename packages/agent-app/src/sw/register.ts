import { now } from '../runtime.ts'

/** A window that stays open looks for a new version this often, ms. */
const LOOK_EVERY = 60 * 60_000
const WORKER = '/sw.js'

/** The only policy that the page's Content-Security-Policy allows. It makes one address and no script or markup. */
const policy = trustedTypes()?.createPolicy('deskbell-worker', {
  createScriptURL(url) {
    if (url !== WORKER) throw new TypeError('only the worker of the application is a trusted script')
    return url
  },
})

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string }
}

function trustedTypes(): TrustedTypes | undefined {
  return (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes
}

/**
 * Installs the service worker when the first screen is there, so that it takes nothing from it. Browsers allow one on
 * https and on this machine only; elsewhere the application works without.
 */
export function registerWorker(): void {
  const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer }
  if (!serviceWorker) return
  let looked = now()
  const register = async () => {
    const worker = await serviceWorker.register(policy?.createScriptURL(WORKER) ?? WORKER, { scope: '/' })
    const look = () => {
      if (document.visibilityState !== 'visible' || now() - looked < LOOK_EVERY) return
      looked = now()
      worker.update().catch(() => {})
    }
    document.addEventListener('visibilitychange', look)
    setInterval(look, LOOK_EVERY)
  }
  const start = () => void setTimeout(() => void register().catch(() => {}), 2000)
  if (document.readyState === 'complete') start()
  else addEventListener('load', start, { once: true })
}
