import { hashToken } from '../platform/crypto.ts'
import type { AccountSnapshot } from './account-snapshot.ts'
import { makeLookup } from './lookup.ts'
import { tokenName } from './read/bots.ts'
import { streamTokenName } from './read/webhooks.ts'
import type { Records } from './records.ts'

/** The snapshots of all accounts, and the lookups in them. */
export interface AccountsInMemory {
  readonly records: Records
  find(account: number): AccountSnapshot | undefined
  numbers(): number[]
  put(snapshot: AccountSnapshot): void
  drop(account: number): void
}

export function makeAccountsInMemory(): AccountsInMemory {
  const accounts = new Map<number, AccountSnapshot>()
  const addresses = makeLookup()
  const tokens = makeLookup()
  const streamTokens = makeLookup()

  function index(account: number, stored: AccountSnapshot['stored'] | undefined): void {
    const { channels = [], bots = [], webhooks = [] } = stored ?? {}
    addresses.replace(
      account,
      channels.map(({ publicId, id }) => [publicId, id]),
    )
    tokens.replace(
      account,
      bots.map(({ tokenName, id }) => [tokenName, id]),
    )
    streamTokens.replace(
      account,
      webhooks.flatMap(({ streamTokenName, id }) => (streamTokenName === undefined ? [] : [[streamTokenName, id]])),
    )
  }

  const list = <T>(found: ReadonlyMap<number, T> | undefined): T[] => [...(found?.values() ?? [])]

  return {
    find: (account) => accounts.get(account),
    numbers: () => [...accounts.keys()],
    put(snapshot) {
      const { id } = snapshot.account
      if (accounts.get(id)?.stored !== snapshot.stored) index(id, snapshot.stored)
      accounts.set(id, snapshot)
    },
    drop(account) {
      if (accounts.delete(account)) index(account, undefined)
    },
    records: {
      accounts: () => [...accounts.values()].map(({ account }) => account),
      account: (id) => accounts.get(id)?.account,
      department: (account, id) => accounts.get(account)?.departments.get(id),
      departments: (account) => list(accounts.get(account)?.departments),
      tag: (account, id) => accounts.get(account)?.tags.get(id),
      tags: (account) => list(accounts.get(account)?.tags),
      channelByPublicId(publicId) {
        const key = addresses.find(publicId)
        return key && accounts.get(key.account)?.channels.get(key.id)
      },
      channel: (account, id) => accounts.get(account)?.channels.get(id),
      channels: (account) => list(accounts.get(account)?.channels),
      bot: (account, id) => accounts.get(account)?.bots.get(id),
      bots: (account) => list(accounts.get(account)?.bots),
      botOf: (account, channel) => accounts.get(account)?.botsOf.get(channel),
      botByToken(providerId, token) {
        const key = tokens.find(tokenName(providerId, hashToken(token)))
        return key && accounts.get(key.account)?.bots.get(key.id)
      },
      webhook: (account, id) => accounts.get(account)?.webhooks.get(id),
      webhooks: (account) => list(accounts.get(account)?.webhooks),
      webhookByStreamToken(token) {
        const key = streamTokens.find(streamTokenName(hashToken(token)))
        return key && accounts.get(key.account)?.webhooks.get(key.id)
      },
      agent: (account, id) => accounts.get(account)?.agents.get(id),
      agents: (account) => list(accounts.get(account)?.agents),
      hoursOf: (account, agent) => accounts.get(account)?.stored.hours.get(agent) ?? null,
    },
  }
}
