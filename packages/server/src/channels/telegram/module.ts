import type { Module } from '../../module.ts'
import { warning } from '../../platform/log.ts'
import type { Services } from '../../services.ts'
import { makeChannelNotes } from '../channel-notes.ts'
import { makeBotApis } from './bot-api.ts'
import { checkRoutes } from './check.ts'
import { makeConnections } from './connections.ts'
import { makeDeliver, POLICY } from './deliver.ts'
import { findFile } from './files.ts'
import { endChannelLeases } from './lease.ts'
import { checkSettings } from './settings.ts'
import { makeTakeUpdate } from './take-update.ts'
import { sendTyping } from './typing.ts'
import { webhookRoute } from './webhook.ts'

type Needs = Pick<
  Services,
  | ('config' | 'db' | 'clock' | 'ids' | 'log' | 'keys' | 'directory' | 'settingsContext' | 'rates')
  | ('chatEvents' | 'commit' | 'locate' | 'files' | 'processes' | 'sender')
>

/** Telegram: visitors write to a bot of the account. */
export function telegramChannel(needs: Needs): Module {
  const { config, log } = needs
  const notes = makeChannelNotes({ ...needs, onError: warning(log, 'the notes of a channel could not be stored') })
  const botApi = makeBotApis({ ...needs, root: config.telegramApiRoot })
  const takeUpdate = makeTakeUpdate({ ...needs, notes })
  const parts = { ...needs, botApi, takeUpdate, notes }
  const connections = makeConnections(parts)
  return {
    name: 'telegram channel',
    connector: {
      kind: 'telegram',
      messenger: true,
      policy: POLICY,
      deliver: makeDeliver(parts),
      checkSettings: checkSettings({ ...parts, publicUrl: config.publicUrl }),
      findFile: findFile({ botApi, root: config.telegramApiRoot }),
    },
    routes: (app, http) => webhookRoute(app, { ...parts, ...http }),
    agentRoutes: (api) => checkRoutes(api, parts),
    jobs: [
      connections,
      { start: () => sendTyping({ ...parts, onError: warning(log, 'a typing notice could not be sent to Telegram') }) },
    ],
    leases: { end: endChannelLeases, take: connections.look },
    close: () => notes.close(),
  }
}
