import { SAVED_VIEW_ROUTES } from '@deskbell/protocol/agent/routes/saved-views'
import type { Api } from '../agent-api/add-routes.ts'
import { serve } from '../agent-api/serve.ts'
import type { SignedIn } from '../agent-api/signed-in.ts'
import type { Tx } from '../db/db.ts'
import { retrySerialization } from '../db/retry.ts'
import type { Services } from '../services.ts'
import { addView, changeView, orderViews, readView, readViews, removeView } from './views.ts'

/** How often a change is tried when its transaction conflicts with another one. */
const TRIES = 3

/** The saved views that an agent sees and changes. */
export function viewRoutes(app: Api, { db, clock }: Pick<Services, 'db' | 'clock'>): void {
  const inAccount = <T>({ account }: SignedIn, act: (tx: Tx) => Promise<T>): Promise<T> =>
    retrySerialization(TRIES, () => db.asAccount(account, act))

  serve(app, SAVED_VIEW_ROUTES, {
    listSavedViews: async ({ who }) => ({ views: await inAccount(who, (tx) => readViews(tx, who)) }),
    addSavedView: ({ who, body }) =>
      inAccount(who, async (tx) => readView(tx, who, await addView(tx, who, body, clock.now()))),
    orderSavedViews: ({ who, body }) =>
      inAccount(who, async (tx) => {
        await orderViews(tx, who, body.views)
        return { views: await readViews(tx, who) }
      }),
    changeSavedView: ({ who, params, body }) =>
      inAccount(who, async (tx) => {
        await changeView(tx, who, params.saved, body)
        return readView(tx, who, params.saved)
      }),
    removeSavedView: ({ who, params }) => inAccount(who, (tx) => removeView(tx, who, params.saved)),
  })
}
