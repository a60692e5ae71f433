// This file has no imports, because the agent application bundles it.

/** The groups of results, in the order in which they are shown. */
export const SEARCH_GROUPS = ['people', 'contacts', 'chats', 'messages', 'notes'] as const
/** Those that consist of chats. */
export type ChatGroup = Exclude<SearchGroup, 'contacts'>
export type SearchGroup = (typeof SEARCH_GROUPS)[number]
