/** Ids of the list that `@` opens and of its options, for the field that has the focus. */
export const MENTION_LIST = 'mention-list'
export const mentionOption = (agent: number): string => `${MENTION_LIST}-${agent}`
