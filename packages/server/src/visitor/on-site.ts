import type { Visitors } from '../chat/on-site.ts'
import { toSite } from '../chat/present.ts'
import type { Hub } from './hub.ts'
import { Gone } from './session.ts'

/** The pages of this process. */
export function makeVisitors(hub: Pick<Hub, 'sessions'>): Visitors {
  return {
    list: (account) =>
      [...hub.sessions].flatMap(({ account: of, channelId, visit, self, chat, since, site }) => {
        if (of !== account || !site) return []
        const number = self ? String(self.number) : null
        return [
          {
            visit,
            channel: channelId,
            number,
            name: self?.name ?? null,
            chat: chat ?? null,
            since,
            site: toSite(site),
          },
        ]
      }),
    async start(account, visit, agent, text) {
      const session = [...hub.sessions].find((one) => one.account === account && one.visit === visit)
      if (!session) return undefined
      try {
        return await session.start(agent, text)
      } catch (error) {
        if (error instanceof Gone) return undefined
        throw error
      }
    },
  }
}
