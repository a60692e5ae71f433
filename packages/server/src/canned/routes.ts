import { CANNED_ROUTES } from '@deskbell/protocol/agent/routes/canned'
import { findChat } from '../agent-api/access.ts'
import type { Api } from '../agent-api/add-routes.ts'
import { checkHolder } from '../agent-api/messages.ts'
import { inAccountOf } from '../agent-api/in-account.ts'
import { serve } from '../agent-api/serve.ts'
import type { SignedIn } from '../agent-api/signed-in.ts'
import { copyStored, receiveCanned } from '../agent-api/upload.ts'
import { agentOwner } from '../files/owner.ts'
import { readFile } from '../files/rows.ts'
import { writeUpload } from '../files/uploads.ts'
import { Invalid } from '../platform/errors.ts'
import type { Services } from '../services.ts'
import { addAnswer, changeAnswer, countUse, lockAnswers, readAnswer, readAnswers, removeAnswer } from './answers.ts'
import { checkWaiting, readFiles, toCannedFile } from './files.ts'

export type CannedNeeds = Pick<Services, 'clock' | 'db' | 'directory' | 'files' | 'links'>

/** The canned answers that an agent sees and changes, and their files. */
export function cannedRoutes(app: Api, services: CannedNeeds): void {
  const { db, clock, files, links } = services
  const inAccount = inAccountOf(db)
  const ownerOf = ({ account, agent }: SignedIn) => agentOwner(account, agent.id)

  /** Bytes go after the rows: what a crash leaves behind, the sweep removes. */
  async function removeBytes(ids: readonly string[]): Promise<void> {
    for (const id of ids) await files.store.remove(id)
  }

  serve(app, CANNED_ROUTES, {
    listCanned: async ({ who }) => ({ answers: await inAccount(who, (tx) => readAnswers(tx, who, links)) }),
    addCanned: ({ who, body }) =>
      inAccount(who, async (tx) => readAnswer(tx, who, await addAnswer(tx, who, body, clock.now()), links)),
    async changeCanned({ who, params: { canned }, body }) {
      const { gone, answer } = await inAccount(who, async (tx) => {
        const gone = await changeAnswer(tx, who, { answer: canned, now: clock.now() }, body)
        return { gone, answer: await readAnswer(tx, who, canned, links) }
      })
      await removeBytes(gone)
      return answer
    },
    removeCanned: async ({ who, params }) =>
      removeBytes(await inAccount(who, (tx) => removeAnswer(tx, who, params.canned, clock.now()))),
    useCanned: ({ who, params }) => inAccount(who, (tx) => countUse(tx, who, params.canned, clock.now())),
    async uploadCannedFile({ who, request }) {
      await inAccount(who, (tx) => checkWaiting(tx, who, 1))
      const taken = await receiveCanned(files, request, ownerOf(who))
      const file = await writeUpload(services, { ...taken, uploader: who.agent.id }, async (tx) => {
        await lockAnswers(tx, who)
        await checkWaiting(tx, who, taken.size)
      })
      return toCannedFile(file, who, links)
    },
    async copyCannedFile({ who, params, body, request, may }) {
      const chat = await findChat(services, who, params.chat, may)
      checkHolder(who, chat)
      const wanted = await inAccount(who, async (tx) => {
        const isSeen = (await readFiles(tx, who)).some(({ id }) => id === body.file)
        if (!isSeen) return undefined // guard T12
        return readFile(tx, who.account, body.file)
      })
      const copy = wanted && (await copyStored(files, request, ownerOf(who), wanted))
      if (!copy) throw new Invalid('/file', { reason: 'canned_file_gone' })
      const { id, name, size, mime } = await writeUpload(services, {
        ...copy,
        chat: chat.id,
        purpose: 'media',
        uploader: who.agent.id,
      })
      return { file: id, name, size, mime }
    },
  })
}
