import type { PublicSettings } from '@deskbell/protocol/widget/settings'
import { baseOf, type Boot, idOf, keyOf, prefixOf, read } from '../boot.ts'
import { callback } from '../callback.ts'
import { announceApi } from './api.ts'
import { mountLabel } from './label.ts'
import { helloOf, keepConnected } from './connection.ts'

// An element named `currentScript` shadows the real property: only a script is accepted (T32).
const current = document.currentScript
const script =
  current instanceof HTMLScriptElement
    ? current
    : [...document.querySelectorAll<HTMLScriptElement>('script[src*="/widget/"]')].pop()!
const base = baseOf(script)
const id = idOf(base)
const key = keyOf(id, '')
const globals = window as unknown as Record<string, unknown>

const start = async (): Promise<void> => {
  const lang = script.getAttribute('data-lang') || document.documentElement.lang || navigator.language
  const settings = (await (await fetch(`${base}/settings?lang=${lang}`)).json()) as PublicSettings
  const boot: Boot = {
    script,
    settings,
    ...mountLabel(settings),
    calls: [],
    hello: helloOf(id, lang),
    // The scripts of one build lie in one folder and share the hash in their names.
    load: async (name) => {
      try {
        return await (
          (await import(/* @vite-ignore */ settings.window.replace(/window(?=-[^/]*$)/, name))) as Script
        ).start(boot)
      } catch {
        return undefined
      }
    },
  }
  const wake = () => boot.load('window')
  boot.label.onclick = () => {
    boot.pressed = true
    void wake()
  }
  boot.label.onpointerenter = boot.label.onfocus = wake
  if (read('sessionStorage', keyOf(id, 'state')) ?? script.hasAttribute('data-talk')) void wake()
  await announceApi(boot, prefixOf(script))
  callback(`${prefixOf(script)}onLoadCallback`)
  keepConnected(boot, id)
}
interface Script {
  start(boot: Boot): unknown
}

const begin = () => void start().catch(() => {})
if (!globals[key]) {
  globals[key] = 1
  // A prerendered or background page is not a visit yet.
  if (document.hidden) document.addEventListener('visibilitychange', begin, { once: true })
  else begin()
}
