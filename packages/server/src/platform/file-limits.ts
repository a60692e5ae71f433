const MB = 1024 * 1024
const GB = 1024 * MB

/** What files may take. Bytes, but for `atOnce`; 0 switches a limit off. */
export interface FileLimits {
  /** MIN_FREE_DISK: with less than this free where files lie, no file is taken. */
  readonly floor: number
  /** FILES_PER_ADDRESS: what visitors behind one address may send in an hour. */
  readonly perAddress: number
  /** FILES_PER_NETWORK: what visitors of one /24 of IPv4, or /64 of IPv6, may send in an hour. */
  readonly perNetwork: number
  /** FILES_PER_ACCOUNT: all that is stored for an account; from then on agents alone can send files. */
  readonly perAccount: number
  /** UPLOADS_PER_ADDRESS: uploads of visitors under way at once. */
  readonly atOnce: number
}

export const FILE_LIMITS: FileLimits = {
  floor: GB,
  perAddress: 500 * MB,
  perNetwork: 2 * GB,
  perAccount: 0,
  atOnce: 60,
}
