import { MACRO_ROUTES } from '@deskbell/protocol/agent/routes/macros'
import { createHash } from 'node:crypto'
import { findChat } from '../agent-api/access.ts'
import type { Api } from '../agent-api/add-routes.ts'
import { acting } from '../agent-api/chats.ts'
import { findColleague, findDepartment } from '../agent-api/receivers.ts'
import { inAccountOf } from '../agent-api/in-account.ts'
import { serve } from '../agent-api/serve.ts'
import type { SignedIn } from '../agent-api/signed-in.ts'
import type { Once } from '../conversation/commit/input.ts'
import { toChatForMe } from '../conversation/read/to-chat.ts'
import type { Services } from '../services.ts'
import { addMacro, changeMacro, countRun, readMacro, readMacros, removeMacro } from './macros.ts'
import { toCommands } from './to-commands.ts'
import { valuesOf } from './values.ts'

/** The macros that an agent sees and changes, and running one in a chat. */
export function macroRoutes(
  app: Api,
  services: Pick<Services, 'clock' | 'commit' | 'db' | 'directory' | 'ids' | 'links'>,
): void {
  const { clock, commit, db, directory, ids } = services
  const { onlooker, personFor } = acting(services)
  const inAccount = inAccountOf(db)

  serve(app, MACRO_ROUTES, {
    listMacros: async ({ who }) => ({ macros: await inAccount(who, (tx) => readMacros(tx, who)) }),
    addMacro: ({ who, body }) =>
      inAccount(who, async (tx) => readMacro(tx, who, await addMacro(tx, who, body, clock.now()))),
    changeMacro: ({ who, params, body }) =>
      inAccount(who, async (tx) => {
        await changeMacro(tx, who, params.macro, body)
        return readMacro(tx, who, params.macro)
      }),
    removeMacro: ({ who, params }) => inAccount(who, (tx) => removeMacro(tx, who, params.macro)),
    async runMacro({ who, params, headers, body, may }) {
      const chat = await findChat(services, who, params.chat, may)
      const macro = await inAccount(who, (tx) => readMacro(tx, who, params.macro))
      const { account } = who
      const company = directory.account(account)?.name ?? ''
      const steps = toCommands(macro.steps, {
        ...personFor(who),
        values: valuesOf(chat, who.agent.name, company),
        now: clock.now(),
        closing: body,
        newId: () => ids.uuid(),
        tag: (id) => directory.tag(account, id),
        gone: (chat.state.tags ?? []).filter(({ id }) => !directory.tag(account, id)).map(({ id }) => id),
        colleague: (id) => findColleague(directory, who, { number: id, channel: chat.channel.id, field: '' }),
        department: (id) => findDepartment(directory, who, { number: id, field: '' }),
      })
      const once = onceOf(who, headers['idempotency-key'], [chat.id, macro.id])
      const command = { type: 'agent.macro' as const, steps }
      const done = await commit({ account, target: { chat: chat.id }, command, ...(once && { once }) })
      if (done.kind === 'repeated' || !done.state) {
        const now = await findChat(services, who, params.chat, may)
        return { chat: toChatForMe(now, onlooker(who)) }
      }
      // A lost count is no harm: it decides the order of the list alone.
      await inAccount(who, (tx) => countRun(tx, who, macro, clock.now()))
      const { state, visitor } = done
      return { chat: toChatForMe({ ...chat, state, visitor }, onlooker(who)) }
    },
  })
}

function onceOf({ agent }: SignedIn, key: string | undefined, request: readonly number[]): Once | undefined {
  if (key === undefined) return undefined
  const hash = createHash('sha256').update(JSON.stringify(request)).digest()
  return { scope: `agent:${agent.id}:macro`, key, hash, answer: () => ({}) }
}
