import { WIDGET_ID } from '../channels/widget/page.ts'
import type { World } from './surroundings.ts'

/** How a frame is attacked: `make` gives the k-th one that is sent. */
export interface FrameRow {
  make: (k: number, world: World) => object
}

const URL = 'https://shop.test/'
export const SOCKET = `/widget/${WIDGET_ID}/socket`
/** The longest that the wire takes, and the longest that agents are shown. */
const LONG = 'x'.repeat(9000)
const contact = (k: number) => ({ name: `Name ${k}`, email: `a${k}@shop.test`, phone: '+1 555 0100' })

export const helloOf = (secret: string | null, visit = 'visit-flood') => ({
  t: 'hello',
  visitor: secret,
  visit,
  url: URL,
  title: 'Shop',
})

export const freshSecret = (i: number): string => `fresh${i}`.padEnd(32, '0')

/** One row for each frame that a visitor's page may send. */
export const FRAME_ROWS: Readonly<Record<string, FrameRow>> = {
  hello: { make: (k, { secret }) => helloOf(secret, `visit-${k}-flood`) },
  identify: { make: (_k, { secret }) => ({ t: 'identify', visitor: secret }) },
  page: { make: (k) => ({ t: 'page', url: `${URL}${k}`, title: `Page ${k}` }) },
  typing: { make: (k) => ({ t: 'typing', text: `${k} ${LONG}`.slice(0, 9000) }) },
  message: { make: (k) => ({ t: 'message', id: `flood-message-${k}`, text: `flood ${k}` }) },
  contact: { make: (k) => ({ t: 'contact', id: `flood-contact-${k}`, contact: contact(k) }) },
  custom: { make: (k) => ({ t: 'custom', id: `flood-custom-${k}`, fields: [{ title: 'k', content: String(k) }] }) },
  token: { make: (k) => ({ t: 'token', id: `flood-token-${k}`, token: `token ${k}` }) },
  rate: {
    make: (k, { chat }) => ({ t: 'rate', id: `flood-rate-${k}`, chat, rating: 'positive', text: LONG.slice(0, 2000) }),
  },
  offline: { make: (k) => ({ t: 'offline', id: `flood-offline-${k}`, contact: contact(k), message: `left ${k}` }) },
  number: { make: (k) => ({ t: 'number', id: `flood-number-${k}` }) },
  call: { make: (k) => ({ t: 'call', id: `flood-call-${k}`, phone: '+49 30 123456' }) },
  callback: { make: (k) => ({ t: 'callback', id: `flood-callback-${k}`, country: 'DE' }) },
  hang: { make: (k) => ({ t: 'hang', id: `flood-hang-${k}`, call: k }) },
  signal: { make: (k) => ({ t: 'signal', call: k, to: 1, signal: { kind: 'offer', offer: 1, sdp: LONG } }) },
  history: { make: (k) => ({ t: 'history', id: `flood-history-${k}`, before: { chat: 1_000_000, n: 1 } }) },
  because: {
    make: (k) => ({
      t: 'because',
      of: `flood-because-${k}`,
      rules: [{ name: 'rule', state: 'off', obstacles: ['off'], type: 'all', conditions: [], commands: [] }],
      left: 0,
    }),
  },
  got: { make: (k, { chat }) => ({ t: 'got', chat, n: (k % 18) + 1 }) },
  ping: { make: () => ({ t: 'ping' }) },
}

/** One row for each frame that the agent application may send: an agent, or a stolen token, on many sockets. */
export const AGENT_FRAME_ROWS: Readonly<Record<string, FrameRow>> = {
  follow: { make: (_k, { chat }) => ({ type: 'follow', chat, after: 0 }) },
  unfollow: { make: (_k, { chat }) => ({ type: 'unfollow', chat }) },
  typing: { make: (k, { chat }) => ({ type: 'typing', chat, on: k % 2 === 0 }) },
  read: { make: (k, { chat }) => ({ type: 'read', chat, n: (k % 18) + 1, received: 1 }) },
  look: { make: (_k, { chat }) => ({ type: 'look', chat }) },
  alerted: {
    make: (k) => ({ type: 'alerted', alert: `00000000-0000-4000-8000-${String(k).padStart(12, '0')}`, step: 'shown' }),
  },
  signal: { make: (k) => ({ type: 'signal', call: k, to: 'visitor', signal: { kind: 'offer', offer: 1, sdp: LONG } }) },
  ping: { make: () => ({ type: 'ping' }) },
}
