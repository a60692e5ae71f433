import type { Tag } from '@deskbell/protocol/agent/tag'
import { TAG_ROUTES } from '@deskbell/protocol/agent/routes/tags'
import type { TagRef } from '@deskbell/rules'
import { findChat } from '../agent-api/access.ts'
import type { Api } from '../agent-api/add-routes.ts'
import { changeAndRefresh } from '../agent-api/change-and-refresh.ts'
import { personOf } from '../agent-api/messages.ts'
import { serve } from '../agent-api/serve.ts'
import type { SignedIn } from '../agent-api/signed-in.ts'
import { toChatForMe } from '../conversation/read/to-chat.ts'
import { Invalid } from '../platform/errors.ts'
import type { Services } from '../services.ts'
import { notFound } from '../settings/change.ts'
import type { TagRecord } from '../settings/directory.ts'
import { changeTag, createTag, removeTag } from '../settings/tags.ts'

export function tagRoutes(app: Api, services: Pick<Services, 'commit' | 'db' | 'directory' | 'links'>): void {
  const { commit, directory, links } = services

  function find(account: number, id: number): TagRecord {
    const tag = directory.tag(account, id)
    if (!tag) throw notFound('tag')
    return tag
  }

  /** The tags with these numbers. Another process may have just made one, so the directory is refreshed once. */
  async function findAll({ account }: SignedIn, ids: readonly number[]): Promise<TagRef[]> {
    if (ids.some((id) => !directory.tag(account, id))) await directory.refresh(account)
    return ids.map((number, index) => {
      const tag = directory.tag(account, number)
      if (!tag) throw new Invalid(`/add/${index}`, { reason: 'no_tag', number })
      return { id: tag.id, name: tag.name }
    })
  }

  serve(app, TAG_ROUTES, {
    listTags: ({ who }) => ({ tags: directory.tags(who.account).map(toTag) }),
    async addTag({ who, body }) {
      const id = await changeAndRefresh(services, who.account, (tx) => createTag(tx, who.account, body))
      return toTag(find(who.account, id))
    },
    async changeTag({ who, params, body }) {
      const { id } = find(who.account, params.tag)
      await changeAndRefresh(services, who.account, (tx) => changeTag(tx, who.account, id, body))
      return toTag(find(who.account, id))
    },
    async removeTag({ who, params }) {
      const { id } = find(who.account, params.tag)
      await changeAndRefresh(services, who.account, (tx) => removeTag(tx, who.account, id))
    },
    async tagChat({ who, params, body: { add = [], remove = [] }, may }) {
      const chat = await findChat(services, who, params.chat, may)
      const { account, agent } = who
      const added = await findAll(who, add)
      // Tags that were removed from the account leave the chat with its next change.
      const gone = (chat.state.tags ?? []).filter(({ id }) => !directory.tag(account, id)).map(({ id }) => id)
      const done = await commit({
        account,
        target: { chat: chat.id },
        command: { type: 'agent.tag', agent: personOf(who), add: added, remove: [...remove, ...gone] },
      })
      if (done.kind !== 'done' || !done.state) throw new Error('a command without a key is not repeated')
      const { safeUrl = [] } = directory.account(account)?.settings ?? {}
      const { state, visitor } = done
      return toChatForMe({ ...chat, state, visitor }, { account, agent: agent.id, links, safeUrl })
    },
  })
}

const toTag = ({ id, name, colour }: TagRecord): Tag => ({ id, name, colour })
