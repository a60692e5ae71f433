import { isDeepStrictEqual } from 'node:util'
import type { Setup } from '@deskbell/protocol/setup'
import type { Db, Tx } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import { Invalid } from '../platform/errors.ts'
import { createAccount, renameAccount } from '../settings/accounts.ts'
import { changeDepartment, createDepartment, readDepartments } from '../settings/departments.ts'
import type { SettingsContext } from '../settings/change.ts'
import { changeSettings, LIMIT_NAMES, readStoredSettings, toSafeUrl } from '../settings/account-settings.ts'
import { at, sameMembers, toNumbers, type Outcome, type Run } from './run.ts'
import { setUpAgents } from './agents.ts'
import { InvalidSetup } from './file.ts'
import { setUpHours } from './hours.ts'
import { setUpBots } from './bots.ts'
import { hashPasswords } from './passwords.ts'
import { setUpChannels } from './channels.ts'
import { takeSetupTurn } from './turn.ts'
import { setUpWebhooks } from './webhooks.ts'

/** Held until the setup ends: a concurrent change by an agent is applied after it. */
const firstAccount = statement('first_account', 'select id, name from account order by id limit 1 for no key update')
const ownerThere = statement(
  'owner_there',
  "select 1 as one from agent where account_id = $1 and role = 'owner' and deleted_at is null limit 1",
)

/**
 * Applies a setup file in one transaction: all of it or nothing. Objects that the file does not name stay unchanged,
 * and a second run changes nothing. Throws InvalidSetup with the invalid place in the file.
 */
export async function applySetup(settingsContext: SettingsContext, db: Db, setup: Setup): Promise<Outcome> {
  try {
    return await bringAbout(settingsContext, db, setup)
  } catch (error) {
    if (error instanceof Invalid) throw new InvalidSetup([{ path: error.path, message: error.message }])
    throw error
  }
}

async function bringAbout(settingsContext: SettingsContext, db: Db, setup: Setup): Promise<Outcome> {
  const outcome: Outcome = { changed: false, warnings: [] }
  const passwords = await hashPasswords(db, setup.agents ?? [])
  await db.transaction(async (tx) => {
    // Processes that start together take turns; the later ones find it done.
    await takeSetupTurn(tx)
    const account = await setUpAccount(tx, setup, outcome)
    const run: Run = { settingsContext, tx, account, outcome }
    const agents = await setUpAgents(run, setup.agents ?? [], passwords)
    await setUpDepartments(run, setup.departments ?? [], agents)
    await setUpChannels(run, setup.channels ?? [], agents)
    await setUpBots(run, setup.bots ?? [])
    await setUpWebhooks(run, setup.webhooks ?? [])
    await at('/settings', () => setUpSettings(run, setup.settings ?? {}))
    if (!(await tx.query(ownerThere, [account])).length) {
      outcome.warnings.push('No agent is an owner: give one of the agents the role "owner".')
    }
  })
  return outcome
}

async function setUpAccount(tx: Tx, setup: Setup, outcome: Outcome): Promise<number> {
  const [there] = await tx.query<{ id: number; name: string }>(firstAccount, [])
  const name = setup.account?.name
  if (!there) {
    outcome.changed = true
    return createAccount(tx, name ?? '')
  }
  if (name !== undefined && name !== there.name) {
    outcome.changed = true
    await renameAccount(tx, there.id, name)
  }
  return there.id
}

async function setUpDepartments(
  run: Run,
  departments: NonNullable<Setup['departments']>,
  agents: ReadonlyMap<string, number>,
): Promise<void> {
  const { tx, account, outcome } = run
  const there = await readDepartments(tx, account)
  for (const [i, { name, agents: emails, workingHours }] of departments.entries()) {
    const path = `/departments/${i}`
    const members = emails && toNumbers(emails, agents, `${path}/agents`)
    const known = there.find((one) => one.name === name)
    if (known && members && !sameMembers(members, known.agents)) {
      outcome.changed = true
      await changeDepartment(tx, account, known.id, { agents: members })
    }
    if (!known) outcome.changed = true
    const id = known?.id ?? (await createDepartment(tx, account, { name, agents: members ?? [] }))
    await setUpHours(run, { of: 'department', id }, workingHours, path)
  }
}

async function setUpSettings({ tx, account, outcome }: Run, settings: NonNullable<Setup['settings']>): Promise<void> {
  const stored = await readStoredSettings(tx, account)
  const limits = LIMIT_NAMES.some((name) => {
    const limit = settings.limits?.[name]
    return limit !== undefined && limit !== stored.limits?.[name]
  })
  const safeUrl = settings.safeUrl !== undefined && !isDeepStrictEqual(toSafeUrl(settings.safeUrl), stored.safeUrl)
  const mailLogTo = settings.mailLogTo !== undefined && !isDeepStrictEqual(settings.mailLogTo, stored.mailLogTo)
  const others = (['keepDays', 'timeZone', 'ratingMailAfter'] as const).some(
    (name) => settings[name] !== undefined && settings[name] !== stored[name],
  )
  const calls = settings.calls && !isDeepStrictEqual({ ...stored.calls, ...settings.calls }, stored.calls)
  if (!limits && !safeUrl && !mailLogTo && !others && !calls) return
  outcome.changed = true
  await changeSettings(tx, account, settings)
}
