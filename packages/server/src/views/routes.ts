import { SAVED_VIEW_ROUTES } from '@deskbell/protocol/agent/routes/saved-views'
import type { Api } from '../agent-api/add-routes.ts'
import { inAccountOf } from '../agent-api/in-account.ts'
import { serve } from '../agent-api/serve.ts'
import type { SignedIn } from '../agent-api/signed-in.ts'
import type { Services } from '../services.ts'
import { addView, changeView, orderViews, readView, readViews, removeView } from './views.ts'

/** The saved views that an agent sees and changes. All agents are told of changes of shared ones. */
export function viewRoutes(app: Api, { db, clock, dataChanges }: Pick<Services, 'clock' | 'dataChanges' | 'db'>): void {
  const inAccount = inAccountOf(db)
  const told = ({ account, agent }: SignedIn, isShared: boolean) =>
    dataChanges.changed({ account, what: 'views', ...(!isShared && { agent: agent.id }) })

  serve(app, SAVED_VIEW_ROUTES, {
    listSavedViews: async ({ who }) => ({ views: await inAccount(who, (tx) => readViews(tx, who)) }),
    async addSavedView({ who, body }) {
      const added = await inAccount(who, async (tx) => readView(tx, who, await addView(tx, who, body, clock.now())))
      told(who, added.shared)
      return added
    },
    async orderSavedViews({ who, body }) {
      const views = await inAccount(who, async (tx) => {
        await orderViews(tx, who, body.views)
        return readViews(tx, who)
      })
      told(who, false)
      return { views }
    },
    async changeSavedView({ who, params, body }) {
      const { before, after } = await inAccount(who, async (tx) => {
        const before = await changeView(tx, who, params.saved, body)
        return { before, after: await readView(tx, who, params.saved) }
      })
      told(who, before.shared || after.shared)
      return after
    },
    async removeSavedView({ who, params }) {
      const { shared } = await inAccount(who, (tx) => removeView(tx, who, params.saved))
      told(who, shared)
    },
  })
}
