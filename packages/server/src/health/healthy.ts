// Whether the server of these settings, on this machine, accepts messages: `deskbell healthy`, for containers. Exit code 0 or 1.
import { readConfig } from '../platform/config.ts'
import { sentenceOf } from '../platform/finding.ts'
import { ownAddress } from './check.ts'
import { reach } from './reach.ts'

try {
  const { status, body } = await reach(`${ownAddress(readConfig(process.env))}/healthz`)
  process.stdout.write(`${body}\n`)
  process.exitCode = status === 200 ? 0 : 1
} catch (error) {
  process.stderr.write(`${sentenceOf(error)}\n`)
  process.exitCode = 1
}
