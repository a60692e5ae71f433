import type { Directory } from '../../settings/directory.ts'

/** The company as its visitors know it: by its name, else by the host of the server, never by that of this software. */
export const companyFor = (directory: Pick<Directory, 'account'>, account: number, publicUrl: string): string =>
  directory.account(account)?.name || new URL(publicUrl).hostname
