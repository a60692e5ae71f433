import type { LinkTools } from '../identity/access-link.ts'
import type { Devices } from '../identity/devices.ts'
import type { PasswordWork } from '../identity/password-work.ts'
import type { Ids } from '../platform/ids.ts'

/** What the routes of links that give access use, beside the shared services. */
export interface LinkServices {
  readonly ids: Ids
  readonly linkTools: LinkTools
  readonly passwords: PasswordWork
  readonly devices: Devices
}
