const MB = 1024 * 1024
const GB = 1024 * MB

/** Limits of files in bytes, except `atOnce`; 0 disables a limit. */
export interface FileLimits {
  /** MIN_FREE_DISK: with less free space than this, no file is accepted. */
  readonly floor: number
  /** FILES_PER_ADDRESS: bytes that visitors behind one address may send in an hour. */
  readonly perAddress: number
  /** FILES_PER_NETWORK: bytes that visitors of one /24 of IPv4, or /64 of IPv6, may send in an hour. */
  readonly perNetwork: number
  /** FILES_PER_ACCOUNT: bytes stored for an account; beyond it only agents can send files. */
  readonly perAccount: number
  /** UPLOADS_PER_ADDRESS: concurrent uploads of visitors. */
  readonly atOnce: number
}

export const FILE_LIMITS: FileLimits = {
  floor: GB,
  perAddress: 500 * MB,
  perNetwork: 2 * GB,
  perAccount: 0,
  atOnce: 60,
}
