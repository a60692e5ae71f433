import { chromium, type Browser } from 'playwright-core'
import { launchOptions } from '../browser.ts'

/** Microphones that are not there, and ways between pages of one machine without a network. */
const FLAGS = [
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  '--autoplay-policy=no-user-gesture-required',
  '--allow-loopback-in-peer-connection',
  '--disable-features=WebRtcHideLocalIpsWithMdns',
]

/** A browser in which pages can call each other. The one of all test files has no such flags. */
export async function openCallBrowser(): Promise<Browser> {
  const options = await launchOptions()
  return chromium.launch({ ...options, args: [...(options.args ?? []), ...FLAGS] })
}
