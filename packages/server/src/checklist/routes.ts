import type { Checklist } from '@deskbell/protocol/agent/checklist'
import { CHECKLIST_STEPS, type ChecklistStep } from '@deskbell/protocol/agent/checklist-steps'
import { CHECKLIST_ROUTES } from '@deskbell/protocol/agent/routes/checklist'
import type { Api } from '../agent-api/add-routes.ts'
import { serve } from '../agent-api/serve.ts'
import { signedOut, type SignedIn } from '../agent-api/signed-in.ts'
import type { Connector } from '../channels/connector.ts'
import type { Services } from '../services.ts'
import { hide, observe } from './observe.ts'

type Needs = Pick<Services, 'db' | 'directory'> & {
  readonly connectorOf: (kind: string) => Connector | undefined
}

export function checklistRoutes(app: Api, { db, directory, connectorOf }: Needs): void {
  async function read({ account, agent }: SignedIn): Promise<Checklist> {
    const seen = await db.asAccount(account, (tx) => observe(tx, account, agent.id))
    if (!seen) throw signedOut()
    const channels = directory.channels(account)
    const done: Record<ChecklistStep, boolean> = {
      company: Boolean(directory.account(account)?.name),
      try: seen.tried,
      install: seen.installed,
      colleagues: seen.invited || directory.agents(account).length > 1,
      alerts: seen.alerted,
      messenger: channels.some(({ kind }) => connectorOf(kind)?.messenger),
      bot: directory.bots(account).some(({ enabled, channels: on }) => enabled && on.size > 0),
      crm: directory.webhooks(account).some(({ state }) => state === 'active'),
    }
    return { steps: CHECKLIST_STEPS.map((step) => ({ step, done: done[step] })), hidden: seen.hidden }
  }

  serve(app, CHECKLIST_ROUTES, {
    readChecklist: ({ who }) => read(who),
    async changeChecklist({ who, body: { hidden } }) {
      await db.asAccount(who.account, (tx) => hide(tx, who.account, who.agent.id, hidden))
      return read(who)
    },
  })
}
