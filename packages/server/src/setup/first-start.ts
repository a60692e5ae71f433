import { CHANNEL_KINDS } from '@deskbell/protocol/agent/channel-kinds'
import { hashPassword } from '../platform/crypto.ts'
import type { Db } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import { createAccount } from '../settings/accounts.ts'
import { createAgent } from '../identity/agents.ts'
import { createChannel } from '../settings/channels.ts'
import { createDepartment } from '../settings/departments.ts'
import { OPERATOR, type SettingsContext } from '../settings/change.ts'
import { takeSetupTurn } from './turn.ts'

const KINDS_WITH_PAGE = Object.entries(CHANNEL_KINDS).flatMap(([kind, { capabilities }]) =>
  capabilities.hasPage ? [kind] : [],
)
const firstWithPage = statement(
  'first_channel_with_page',
  'select public_id from channel where kind = any($1) and enabled and deleted_at is null order by id limit 1',
)
const accountThere = statement('account_there', 'select 1 as one from account limit 1')

/**
 * Creates an account in an empty database: an owner, a department, a widget, an API channel. Returns the lines to
 * print, with the password that is shown nowhere else (T43), or undefined when an account exists. `publicUrl` has no
 * trailing slash.
 */
export async function firstStart(
  settingsContext: SettingsContext,
  db: Db,
  publicUrl: string,
): Promise<string[] | undefined> {
  if ((await db.query(accountThere, [])).length) return undefined
  const email = 'owner@localhost'
  const password = settingsContext.ids.letters(20) // 119 random bits
  const passwordHash = await hashPassword(password)
  const publicId = settingsContext.ids.letters(10)
  const random = settingsContext.ids.letters(32)
  const widget = settingsContext.ids.letters(10)
  const made = await db.transaction(async (tx) => {
    // Processes that start together take turns; only the first finds no account.
    await takeSetupTurn(tx)
    if ((await tx.query(accountThere, [])).length) return false // guard T43
    const account = await createAccount(tx, '')
    const owner = await createAgent(tx, account, OPERATOR, { email, name: 'Owner', role: 'owner', passwordHash })
    await createDepartment(tx, account, { name: 'Support', agents: [owner] })
    await createChannel(
      settingsContext,
      { tx, account },
      { name: 'Website', kind: 'widget', agents: [owner] },
      { publicId: widget },
    )
    await createChannel(settingsContext, { tx, account }, { name: 'Chat API', agents: [owner] }, { publicId, random })
    return true
  })
  if (!made) return undefined
  const message = { sender: { id: '1', name: 'Ann' }, message: { type: 'text', text: 'Hello!' } }
  return [
    toApplication(publicUrl),
    `Sign in as         ${email}`,
    `Password           ${password}   (shown only once; change it after you sign in)`,
    '',
    toTryOut(publicUrl, widget),
    `Your web pages     <script src="${publicUrl}/widget/${widget}" async></script>`,
    '',
    'To write as a visitor of your own front end:',
    `curl -H 'Content-Type: application/json' -d '${JSON.stringify(message)}' ${publicUrl}/${random}/${publicId}`,
  ]
}

/** The lines printed at later starts, and with a setup file: the addresses, without secrets. */
export async function laterStart(db: Db, publicUrl: string): Promise<string[]> {
  const [widget] = await db.query<{ public_id: string }>(firstWithPage, [KINDS_WITH_PAGE])
  return [toApplication(publicUrl), ...(widget ? [toTryOut(publicUrl, widget.public_id)] : [])]
}

const toApplication = (publicUrl: string) => `Agent application  ${publicUrl}/`
const toTryOut = (publicUrl: string, widget: string) => `Try the widget     ${publicUrl}/talk/${widget}`
