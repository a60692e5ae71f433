import { startingAt, type Policy } from '../../deliveries/policy.ts'
import type { Module } from '../../module.ts'
import { warning } from '../../platform/log.ts'
import type { Services } from '../../services.ts'
import { checkRoutes } from './check.ts'
import { channelEffect, photoEndpoint } from './effects.ts'
import { makeDeliver } from './deliver.ts'
import { photoFetchData } from './erase.ts'
import { photoFetch } from './photo-fetch.ts'
import { makeChannelNotes } from '../channel-notes.ts'
import { makePost } from './post.ts'
import { channelRoutes } from './routes.ts'
import { sendTypingNotices } from './typing.ts'

type Needs = Pick<
  Services,
  | ('bus' | 'db' | 'clock' | 'ids' | 'log' | 'keys')
  | (
      | 'directory'
      | 'settingsContext'
      | 'rates'
      | 'chatEvents'
      | 'availability'
      | 'commit'
      | 'locate'
      | 'files'
      | 'links'
      | 'sender'
    )
>

const PHOTO: Policy = { next: startingAt([0, 30_000]), timeout: 20_000, concurrency: 2, backlog: 100 }

/** The channel interface, for front ends that integrators build (area A). */
export function apiChannel(needs: Needs): Module {
  const { log, availability } = needs
  const post = makePost(needs)
  return {
    name: 'api channel',
    connector: { kind: 'api', deliver: makeDeliver({ ...needs, post }) },
    effects: [channelEffect],
    deliveries: {
      photo_fetch: { policy: PHOTO, endpoint: photoEndpoint, handler: photoFetch(needs) },
    },
    personalData: { photo_fetches: photoFetchData },
    agentRoutes: (api) => checkRoutes(api, { ...needs, post }),
    routes(app, { deadline }) {
      const channelNotes = makeChannelNotes({
        ...needs,
        onError: warning(log, 'the notes of a channel could not be stored'),
      })
      app.addHook('onClose', () => channelNotes.close())
      channelRoutes(app, { ...needs, channelNotes, deadline, isAvailable: (channel) => availability.status(channel) })
    },
    jobs: [
      {
        start: () => sendTypingNotices({ ...needs, post, onError: warning(log, 'a typing notice could not be sent') }),
      },
    ],
  }
}
