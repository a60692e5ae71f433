import { spawn } from 'node:child_process'
import { networkInterfaces } from 'node:os'
import { parseAddress, whyNotPublic } from '../platform/address-ranges.ts'
import { fault, left, ok, warning, type Check, type Finding } from '../platform/finding.ts'

/** Two ports a side, and two sides. */
const PORTS_A_CALL = 4

/** The media engine, which carries calls to telephones and records; and what it is told about this machine. */
export const checkCalls: Check = async ({ config: { media } }) => {
  const version = await versionOf(media.program)
  if (version === undefined)
    return [
      left(
        `${media.program} is not installed: calls go from browser to browser, without telephones and recordings.`,
        'To change that: apt-get install rtpengine-daemon',
      ),
    ]
  const [least, most] = media.ports
  const calls = Math.floor((most - least + 1) / PORTS_A_CALL)
  return [
    ok(`The media engine is there: ${version}.`),
    ok(
      `UDP ports ${least} to ${most}, enough for ${calls} calls at a time; a firewall must let them in for telephones and pages.`,
    ),
    ...addressFindings(media, addressesOfMachine()),
  ]
}

export function addressFindings(
  { address, advertised }: { readonly address?: string; readonly advertised?: string },
  own: readonly string[],
): Finding[] {
  if (address !== undefined && !own.includes(address))
    return [
      fault(
        `This machine does not have MEDIA_ADDRESS ${address}: the media engine does not start.`,
        `Set it to one of ${own.join(', ')}, and MEDIA_ADVERTISED to the address that others see.`,
      ),
    ]
  const told = advertised ?? address ?? own[0]
  if (told !== undefined && isPrivate(told))
    return [
      warning(
        `Browsers and telephones are told ${told}, a private address: calls from outside this network stay silent.`,
        'Set MEDIA_ADVERTISED to the public address.',
      ),
    ]
  return []
}

const isPrivate = (address: string): boolean => {
  const parsed = parseAddress(address)
  return parsed !== undefined && whyNotPublic(parsed) !== undefined
}

const addressesOfMachine = (): string[] =>
  Object.values(networkInterfaces()).flatMap((addresses = []) =>
    addresses.toSorted((a, b) => Number(a.internal) - Number(b.internal)).map(({ address }) => address),
  )

/** The first line that the program prints about its version; undefined: there is no such program. */
async function versionOf(program: string): Promise<string | undefined> {
  const child = spawn(program, ['--version'], { stdio: ['ignore', 'pipe', 'pipe'], timeout: 5000 })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => (said += String(bytes)))
  const started = await new Promise<boolean>((resolve) => {
    child.on('error', () => resolve(false))
    child.on('close', () => resolve(true))
  })
  return started ? (said.split('\n').find((line) => line.trim() !== '') ?? program).trim() : undefined
}
