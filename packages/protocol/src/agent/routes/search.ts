import { ChatsPage, FoundChatsQuery } from '../chat.ts'
import { SearchPage, SearchQuery } from '../search.ts'
import { route } from './route.ts'

/** The search over visitors, chats, messages and notes. */
export const SEARCH_ROUTES = {
  search: route({
    method: 'GET',
    path: '/search',
    tag: 'Chats',
    summary: 'Search people, chats, messages and notes',
    description:
      'Open and closed chats, only those that you may see. `people`: visitors by name, e-mail address, phone and number. `chats`: by visitor, channel, department, tag and agent. `messages` and `notes`: by what was written; each chat once, with the message that fits best. Whole words come first, then the newest. Case and accents are ignored. A new message can be found after a second or two, when it is indexed.',
    may: 'chat.see',
    query: SearchQuery,
    answers: { 200: SearchPage },
  }),
  searchChats: route({
    method: 'GET',
    path: '/search/chats',
    tag: 'Chats',
    summary: 'Search a list of chats',
    description:
      'The chats of a list that meet the conditions and contain all words, in the order of the list: of open chats at most the newest thousand. Closed chats are also found by conditions alone, a second or two after they were closed.',
    may: 'chat.see',
    query: FoundChatsQuery,
    answers: { 200: ChatsPage },
  }),
}
