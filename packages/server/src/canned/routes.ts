import { CANNED_ROUTES } from '@deskbell/protocol/agent/routes/canned'
import type { Api } from '../agent-api/add-routes.ts'
import { serve } from '../agent-api/serve.ts'
import { retrySerialization } from '../db/retry.ts'
import type { Tx } from '../db/db.ts'
import type { Services } from '../services.ts'
import type { SignedIn } from '../agent-api/signed-in.ts'
import { addAnswer, changeAnswer, countUse, readAnswer, readAnswers, removeAnswer } from './answers.ts'

/** How often a change is tried when its transaction conflicts with another one. */
const TRIES = 3

/** The canned answers that an agent sees and changes. */
export function cannedRoutes(app: Api, { db, clock }: Pick<Services, 'db' | 'clock'>): void {
  const inAccount = <T>({ account }: SignedIn, act: (tx: Tx) => Promise<T>): Promise<T> =>
    retrySerialization(TRIES, () => db.asAccount(account, act))

  serve(app, CANNED_ROUTES, {
    listCanned: async ({ who }) => ({ answers: await inAccount(who, (tx) => readAnswers(tx, who)) }),
    addCanned: ({ who, body }) =>
      inAccount(who, async (tx) => readAnswer(tx, who, await addAnswer(tx, who, body, clock.now()))),
    changeCanned: ({ who, params, body }) =>
      inAccount(who, async (tx) => {
        await changeAnswer(tx, who, params.canned, body)
        return readAnswer(tx, who, params.canned)
      }),
    removeCanned: ({ who, params }) => inAccount(who, (tx) => removeAnswer(tx, who, params.canned)),
    useCanned: ({ who, params }) => inAccount(who, (tx) => countUse(tx, who, params.canned, clock.now())),
  })
}
