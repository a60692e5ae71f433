import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toBrowser } from './browser.ts'

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const ROWS: [string, string][] = [
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/141.0.0.0 Safari/537.36`, 'Chrome 141 · Windows'],
  [`Mozilla/5.0 (Windows NT 10.0) ${WEBKIT} Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0`, 'Edge 141 · Windows'],
  [`Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} Chrome/140.0.0.0 Safari/537.36 OPR/126.0.0.0`, 'Opera 126 · Linux'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0', 'Firefox 143 · Linux'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
    'Safari 26 · macOS',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
    'Safari 18 · iPhone',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/141.0.0.0 Mobile/15E148 Safari/604.1',
    'Chrome 141 · iPhone',
  ],
  [
    `Mozilla/5.0 (Linux; Android 15; SM-S931B) ${WEBKIT} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
    'Samsung Internet 28 · Android',
  ],
  [
    `Mozilla/5.0 (Linux; Android 15; Pixel 9; wv) ${WEBKIT} Version/4.0 Chrome/141.0.0.0 Mobile Safari/537.36`,
    'Android WebView 141 · Android',
  ],
  ['Mozilla/5.0 (X11; CrOS x86_64 16093.0.0) Chrome/141.0.0.0 Safari/537.36', 'Chrome 141 · ChromeOS'],
  ['curl/8.9.1', 'curl/8.9.1'],
  ['', ''],
  ['<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
  ['x'.repeat(500), `${'x'.repeat(60)}…`],
]

test('W15 the short form of a user agent names browser and system, and is cut where neither is known', () => {
  for (const [userAgent, short] of ROWS) assert.equal(toBrowser(userAgent), short)
})
