/** What a closed chat is found by besides words. */
export interface Traits {
  readonly channel: number
  readonly visitor: number
  /** Those who joined. */
  readonly agents: readonly number[]
  readonly department: number | null
  readonly rating: 'positive' | 'negative' | null
}

/** One word each among those of the chat, with the number of the account: the same number elsewhere is another word. */
export const trait = {
  account: (account: number) => `'#${account}'`,
  channel: (account: number, id: number) => `'#${account}c${id}'`,
  visitor: (account: number, number: number) => `'#${account}v${number}'`,
  agent: (account: number, id: number) => `'#${account}a${id}'`,
  department: (account: number, id: number) => `'#${account}d${id}'`,
  rating: (account: number, rating: Traits['rating']) => `'#${account}r${rating ?? 'none'}'`,
}

export function traitsOf(account: number, { channel, visitor, agents, department, rating }: Traits): string {
  return [
    trait.account(account),
    trait.channel(account, channel),
    trait.visitor(account, visitor),
    ...agents.map((id) => trait.agent(account, id)),
    ...(department === null ? [] : [trait.department(account, department)]),
    trait.rating(account, rating),
  ].join(' ')
}
