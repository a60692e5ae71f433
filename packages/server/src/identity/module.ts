import { statement } from '../db/statement.ts'
import { rowsAfter } from '../maintenance/cleanups.ts'
import type { Module } from '../module.ts'
import type { Services } from '../services.ts'
import { INVITATION_TIME } from './invitations/invite.ts'
import { sweepTries } from './tries.ts'

const DAY = 24 * 3600 * 1000

const clearSessions = statement(
  'clear_sessions',
  'delete from session where ctid = any(array(select ctid from session where expires_at < $1 limit $2)) returning 1',
)
const clearInvitations = statement(
  'clear_invitations',
  'delete from invitation where ctid = any(array(select ctid from invitation where expires_at < $1 limit $2)) returning 1',
)
const clearResets = statement(
  'clear_password_resets',
  'delete from password_reset where ctid = any(array(select ctid from password_reset where expires_at < $1 limit $2)) returning 1',
)

export function identity({ db }: Pick<Services, 'db'>): Module {
  return {
    name: 'identity',
    cleanups: [
      rowsAfter(db, clearSessions, 0),
      rowsAfter(db, sweepTries, DAY),
      // An expired invitation stays in the list for as long again, and can be renewed.
      rowsAfter(db, clearInvitations, INVITATION_TIME),
      rowsAfter(db, clearResets, 0),
    ],
  }
}
