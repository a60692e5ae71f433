/** Properties by which chats are found, besides words. */
export interface Traits {
  readonly channel: number
  readonly visitor: number
  /** The agents who joined. */
  readonly agents: readonly number[]
  readonly department: number | null
  readonly tags: readonly number[]
  readonly rating: 'positive' | 'negative' | null
  /** The chat is open; `holder`: the agent who holds it. */
  readonly open: boolean
  readonly holder: number | null
}

/** One index word for each property, prefixed with the account's number, so that accounts never share words. */
export const trait = {
  account: (account: number) => `'#${account}'`,
  channel: (account: number, id: number) => `'#${account}c${id}'`,
  visitor: (account: number, number: number) => `'#${account}v${number}'`,
  agent: (account: number, id: number) => `'#${account}a${id}'`,
  department: (account: number, id: number) => `'#${account}d${id}'`,
  tag: (account: number, id: number) => `'#${account}t${id}'`,
  rating: (account: number, rating: Traits['rating']) => `'#${account}r${rating ?? 'none'}'`,
  open: (account: number) => `'#${account}o'`,
  holder: (account: number, id: number) => `'#${account}h${id}'`,
}

export function traitsOf(
  account: number,
  { channel, visitor, agents, department, tags, rating, open, holder }: Traits,
): string {
  return [
    trait.account(account),
    trait.channel(account, channel),
    trait.visitor(account, visitor),
    ...agents.map((id) => trait.agent(account, id)),
    ...(department === null ? [] : [trait.department(account, department)]),
    ...tags.map((id) => trait.tag(account, id)),
    trait.rating(account, rating),
    ...(open ? [trait.open(account)] : []),
    ...(holder === null ? [] : [trait.holder(account, holder)]),
  ].join(' ')
}
