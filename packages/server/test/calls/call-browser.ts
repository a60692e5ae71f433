import type { Browser } from 'playwright-core'
import { openBrowser } from '../browser.ts'

/** Microphones that are not there, and ways between pages of one machine without a network. */
export const CALL_FLAGS = [
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  '--autoplay-policy=no-user-gesture-required',
  '--allow-loopback-in-peer-connection',
  '--disable-features=WebRtcHideLocalIpsWithMdns',
]

/** A browser in which pages can call each other. The one of all test files has no such flags. */
export const openCallBrowser = (): Promise<Browser> => openBrowser(CALL_FLAGS)
