import { ChatForMe } from '../chat.ts'
import { NewTag, Tag, TagBody, TagChange, Tags } from '../tag.ts'
import { ChatPath, TagPath } from './paths.ts'
import { route } from './route.ts'

const tag = 'Tags'

/** The tags of the account, and those of a chat. */
export const TAG_ROUTES = {
  listTags: route({
    method: 'GET',
    path: '/tags',
    tag,
    summary: 'List tags',
    may: 'tag.see',
    answers: { 200: Tags },
  }),
  addTag: route({
    method: 'POST',
    path: '/tags',
    tag,
    summary: 'Add a tag',
    description: 'Owners and admins. An account has at most 200 tags.',
    may: 'tag.create',
    body: NewTag,
    answers: { 201: Tag },
  }),
  changeTag: route({
    method: 'PATCH',
    path: '/tags/:tag',
    tag,
    summary: 'Change a tag',
    description: 'Fields that are left out stay unchanged. Chats show the new name and colour.',
    may: 'tag.change',
    params: TagPath,
    body: TagChange,
    answers: { 200: Tag },
  }),
  removeTag: route({
    method: 'DELETE',
    path: '/tags/:tag',
    tag,
    summary: 'Remove a tag',
    description: 'Chats no longer show it.',
    may: 'tag.remove',
    params: TagPath,
    answers: { 204: null },
  }),
  tagChat: route({
    method: 'POST',
    path: '/chats/:chat/tags',
    tag,
    summary: 'Change the tags of a chat',
    description:
      'Adds and removes tags by their numbers. A chat has at most 20. Allowed to every agent who may see the chat, also after its end.',
    may: 'chat.write',
    params: ChatPath,
    body: TagBody,
    answers: { 200: ChatForMe },
  }),
}
