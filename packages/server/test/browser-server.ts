// One browser for the test files of `npm test`: prints the address that TEST_BROWSER takes, and ends with its input.
import { once } from 'node:events'
import { chromium } from 'playwright-core'
import { launchOptions } from './browser.ts'

const server = await chromium.launchServer({ ...(await launchOptions()), host: '127.0.0.1' })
process.stdout.write(`${server.wsEndpoint()}\n`)
process.stdin.resume()
await once(process.stdin, 'end')
await server.close()
