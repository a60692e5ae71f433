import { CALL_DEFAULTS, type CallSettings } from '@deskbell/protocol/agent/call-settings'
import type { CallTimes } from '@deskbell/rules/calls/index'
import type { Directory } from './directory.ts'

export const callSettingsOf = (directory: Directory, account: number): CallSettings =>
  directory.account(account)?.settings.calls ?? CALL_DEFAULTS

/** The settings in milliseconds. */
export function timesOf(directory: Directory, account: number): CallTimes {
  const { ring, wait, talk } = callSettingsOf(directory, account)
  return { ring: ring * 1000, wait: wait * 1000, talk: talk * 60_000 }
}
