import { createHmac, timingSafeEqual, type KeyObject } from 'node:crypto'
import type { Clock } from '../platform/clock.ts'
import type { Ids } from '../platform/ids.ts'
import { agentKey } from './agent-key.ts'

/** A device from which an agent has signed in: it may try again while others guess the agent's password (T27). */
export interface Device {
  readonly id: string
  readonly agent: string
  readonly print: string
}

/** The agent and the current password that a device is bound to: a new password makes all devices unknown (T50). */
export interface DeviceOwner {
  account: number
  agent: number
  passwordHash: string
}

export interface Devices {
  /** The cookie value for the device from which this agent has just signed in. */
  issue(owner: DeviceOwner): string
  /** The device of a genuine cookie, whichever agent it belongs to. */
  read(cookie: string | undefined): Device | undefined
  isOf(device: Device | undefined, owner: DeviceOwner): boolean
}

/** How long a device is known after its last sign-in (ms). */
export const DEVICE_TIME = 180 * 24 * 3_600_000

const VALUE = /^(([\w-]{22})\.(\d{1,10}-\d{1,10})\.(\d{1,16})\.([\w-]{22}))\.([\w-]{43})$/

/** `key` is derived from SECRET_KEY for this purpose. The cookie contains everything; nothing is stored. */
export function makeDevices({ key, clock, ids }: { key: KeyObject; clock: Clock; ids: Ids }): Devices {
  const mac = (text: string) => createHmac('sha256', key).update(text).digest()
  const printOf = ({ passwordHash }: DeviceOwner) => mac(`password ${passwordHash}`).toString('base64url').slice(0, 22)

  return {
    issue(owner) {
      const id = ids.bytes(16).toString('base64url')
      const text = `${id}.${agentKey(owner)}.${clock.now() + DEVICE_TIME}.${printOf(owner)}`
      return `${text}.${mac(`device ${text}`).toString('base64url')}`
    },
    read(cookie) {
      const [, text, id = '', agent = '', until, print = '', signature = ''] = VALUE.exec(cookie ?? '') ?? []
      if (text === undefined || Number(until) <= clock.now()) return undefined
      if (!timingSafeEqual(Buffer.from(signature, 'base64url'), mac(`device ${text}`))) return undefined // guard T27
      return { id, agent, print }
    },
    isOf(device, owner) {
      if (device?.agent !== agentKey(owner)) return false
      if (device.print !== printOf(owner)) return false // guard T50
      return true
    },
  }
}
