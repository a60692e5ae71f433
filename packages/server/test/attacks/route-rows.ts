import { PUBLIC_ID, RANDOM } from '../test-server.ts'
import { WIDGET_ID } from '../channels/widget/page.ts'
import type { Form } from './attack.ts'
import type { RawRequest } from './wire.ts'
import type { World } from './surroundings.ts'

/** How a route is attacked. */
export interface RouteRow {
  /** Sent in turn. */
  requests: (world: World) => RawRequest[]
  forms: readonly Form[]
  /** Its handler is that of another row, which is attacked in its place. */
  like?: string
  /** One answer alone is large: more connections, and one request on each. */
  large?: boolean
}

const READS: readonly Form[] = ['flood', 'pipelined', 'unread', 'half', 'slow', 'fresh']
const WRITES: readonly Form[] = ['flood', 'pipelined', 'unread', 'half', 'slow']

const get = (...paths: string[]): RouteRow => ({
  requests: () => [...paths.map((path) => ({ method: 'GET', path })), { method: 'HEAD', path: paths[0]! }],
  forms: READS,
})
const like = (other: string, path: string): RouteRow => ({ ...get(path), like: other })
const post = (path: string, bodies: string[], headers: Record<string, string> = {}): RouteRow => ({
  requests: () => bodies.map((body) => ({ method: 'POST', path, headers, body })),
  forms: WRITES,
})
const other = (path: string, method = 'DELETE'): RouteRow => ({
  requests: () => [
    { method, path },
    { method: 'OPTIONS', path },
  ],
  forms: ['flood', 'pipelined'],
})

const JSON_TYPE = { 'Content-Type': 'application/json' }
const many = (make: (i: number) => string): string[] => Array.from({ length: 64 }, (_, i) => make(i))
/** An address of a channel that there is not. */
const guess = (i: number) => `/${String(i).padStart(32, 'g')}/${PUBLIC_ID}`
const secretOf = (i: number) => `fresh${i}`.padEnd(32, '0')
const hello = (secret: string | null) => ({
  t: 'hello',
  visitor: secret,
  visit: 'visit-plain',
  url: 'https://shop.test/',
  title: 'Shop',
})
const BOUNDARY = 'attack'
const FORM = { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` }
const PART =
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\n\r\n` +
  `${'x'.repeat(4000)}\r\n--${BOUNDARY}--\r\n`

const pagesOf = (...names: string[]): Record<string, RouteRow> =>
  Object.fromEntries(
    names.flatMap((name) => [
      [`GET /${name}`, like('GET /', `/${name}`)],
      [`GET /${name}/*`, like('GET /', `/${name}/1`)],
    ]),
  )

/** One row for each route that answers a caller who is not signed in. */
export const ROUTE_ROWS: Readonly<Record<string, RouteRow>> = {
  'GET /healthz': get('/healthz'),
  'GET /livez': get('/livez'),
  'GET /version': get('/version'),
  'GET /setup.schema.json': get('/setup.schema.json'),
  'GET /docs': get('/docs'),
  'GET /docs/docs.css': like('GET /docs', '/docs/docs.css'),
  'GET /docs/:page': like('GET /docs', '/docs/widget'),
  'GET /docs/pictures/:picture': like('GET /docs', '/docs/pictures/none.png'),
  'GET /openapi/channel.json': get('/openapi/channel.json'),
  'GET /openapi/bot.json': like('GET /openapi/channel.json', '/openapi/bot.json'),
  'GET /asyncapi/events.json': like('GET /openapi/channel.json', '/asyncapi/events.json'),
  'GET /asyncapi/widget.json': like('GET /openapi/channel.json', '/asyncapi/widget.json'),
  'GET /asyncapi/agent.json': like('GET /openapi/channel.json', '/asyncapi/agent.json'),
  'GET /api': get('/api'),
  'GET /api/openapi.json': get('/api/openapi.json'),
  'GET /api/reference.css': get('/api/reference.css'),
  'GET /api/events': {
    requests: () =>
      ['', '0', '1', '2'].map((token) => ({
        method: 'GET',
        path: '/api/events',
        headers: { Authorization: `Bearer guess${token}` },
      })),
    forms: READS,
  },
  'POST /api/events': post('/api/events', ['{}']),
  'OTHER /api/events': other('/api/events'),
  'OTHER /api/*': other('/api/nothing-here'),
  'OTHER /api/…': other('/api/chats', 'PUT'),
  'POST /api/alerts/confirm': post(
    '/api/alerts/confirm',
    many((i) =>
      JSON.stringify({
        token: `1.00000000-0000-4000-8000-${String(i).padStart(12, '0')}.${'x'.repeat(22)}`,
        step: 'shown',
      }),
    ),
    JSON_TYPE,
  ),
  'POST /api/session': post(
    '/api/session',
    many((i) => JSON.stringify({ email: i % 2 ? 'ann@shop.test' : `a${i}@shop.test`, password: `guess ${i}` })),
    JSON_TYPE,
  ),
  'POST /api/invitations/open': post(
    '/api/invitations/open',
    many((i) => JSON.stringify({ token: `guess${i}`.padEnd(43, 'x') })),
    JSON_TYPE,
  ),
  'POST /api/invitations/accept': post(
    '/api/invitations/accept',
    many((i) => JSON.stringify({ token: `guess${i}`.padEnd(43, 'x'), name: 'Eve', password: 'a long password' })),
    JSON_TYPE,
  ),
  'POST /api/password-resets': post(
    '/api/password-resets',
    many((i) => JSON.stringify({ email: i % 2 ? 'ann@shop.test' : `a${i}@shop.test` })),
    JSON_TYPE,
  ),
  'POST /api/password-resets/open': post(
    '/api/password-resets/open',
    many((i) => JSON.stringify({ token: `guess${i}`.padEnd(43, 'x') })),
    JSON_TYPE,
  ),
  'POST /api/password-resets/use': post(
    '/api/password-resets/use',
    many((i) => JSON.stringify({ token: `guess${i}`.padEnd(43, 'x'), password: 'a long password' })),
    JSON_TYPE,
  ),

  'GET /': get('/'),
  'GET /leave': like('GET /', '/leave'),
  ...pagesOf(
    'sign-in',
    'invitation',
    'new-password',
    'inbox',
    'live',
    'visitors',
    'contacts',
    'tasks',
    'calls',
    'offline',
    'archive',
    'search',
    'channels',
    'bots',
    'team',
    'settings',
    'me',
  ),
  'GET /assets/*': {
    requests: ({ assets }) => assets.map((name) => ({ method: 'GET', path: `/assets/${name}` })),
    forms: READS,
  },
  'GET /theme.js': get('/theme.js'),
  'GET /sw.js': like('GET /theme.js', '/sw.js'),
  'GET /manifest.webmanifest': like('GET /theme.js', '/manifest.webmanifest'),
  'GET /icon.svg': like('GET /theme.js', '/icon.svg'),
  'GET /icon-192.png': like('GET /theme.js', '/icon-192.png'),
  'GET /icon-512.png': like('GET /theme.js', '/icon-512.png'),
  'GET /icon-maskable.png': like('GET /theme.js', '/icon-maskable.png'),
  'GET /apple-touch-icon.png': like('GET /theme.js', '/apple-touch-icon.png'),

  'GET /widget/:widget': get(`/widget/${WIDGET_ID}`, '/widget/Nobody0000'),
  'GET /widget/:widget/settings': get(`/widget/${WIDGET_ID}/settings`),
  'GET /widget/assets/:name': {
    requests: ({ widgetAssets }) => widgetAssets.map((name) => ({ method: 'GET', path: `/widget/assets/${name}` })),
    forms: READS,
  },
  'GET /logo/:id': get('/logo/ABCDEFGHIJKLMNOPQRSTUV'),
  'GET /talk/:widget': get(`/talk/${WIDGET_ID}`),
  'OTHER /widget/*': other(`/widget/${WIDGET_ID}/files`, 'OPTIONS'),
  'POST /widget/:widget/frames': {
    requests: () =>
      many((i) =>
        JSON.stringify({ session: secretOf(i), after: 0, wait: 25_000, frames: [hello(i % 2 ? secretOf(i) : null)] }),
      ).map((body) => ({ method: 'POST', path: `/widget/${WIDGET_ID}/frames`, body })),
    forms: WRITES,
  },
  'POST /telegram/:publicId': post(
    `/telegram/${WIDGET_ID}`,
    many((i) => JSON.stringify({ update_id: i, message: { text: 'x'.repeat(4000) } })),
    { ...JSON_TYPE, 'X-Telegram-Bot-Api-Secret-Token': 'guessed' },
  ),
  'POST /twilio/:account/incoming': post(
    '/twilio/1/incoming',
    many((i) => `CallSid=CA${i}&From=%2B4930${i}&CallStatus=ringing&Filler=${'x'.repeat(4000)}`),
    { 'Content-Type': 'application/x-www-form-urlencoded', 'X-Twilio-Signature': 'guessed' },
  ),
  'POST /twilio/:account/calls/:call/:leg/:step': post(
    '/twilio/1/calls/1/client/status',
    many((i) => `CallSid=CA${i}&CallStatus=completed&Filler=${'x'.repeat(4000)}`),
    { 'Content-Type': 'application/x-www-form-urlencoded', 'X-Twilio-Signature': 'guessed' },
  ),
  'POST /widget/:widget/files': {
    requests: () =>
      Array.from({ length: 64 }, (_, i) => ({
        method: 'POST',
        path: `/widget/${WIDGET_ID}/files`,
        headers: { ...FORM, Authorization: `Bearer ${secretOf(i)}`, 'X-Request-Id': `upload-${i}-00000` },
        body: PART,
      })),
    forms: WRITES,
  },
  'GET /files/*': {
    requests: ({ link, port }) => [{ method: 'GET', path: link, headers: { Host: `127.0.0.1:${port}` } }],
    forms: ['pipelined', 'unread', 'half', 'slow', 'fresh'],
    large: true,
  },

  'GET /rate/:token': {
    requests: () => many((i) => `/rate/${String(i).padStart(43, 'g')}?r=good`).map((path) => ({ method: 'GET', path })),
    forms: READS,
  },
  'GET /rate/:token/stop': {
    requests: () => many((i) => `/rate/${String(i).padStart(43, 'g')}/stop`).map((path) => ({ method: 'GET', path })),
    forms: READS,
  },
  'POST /rate/:token': post(
    `/rate/${'g'.repeat(43)}`,
    many((i) => `rating=positive&text=${'x'.repeat(500)}${i}`),
    { 'Content-Type': 'application/x-www-form-urlencoded' },
  ),
  'POST /rate/:token/stop': post(`/rate/${'g'.repeat(43)}/stop`, ['List-Unsubscribe=One-Click'], {
    'Content-Type': 'application/x-www-form-urlencoded',
  }),

  'GET /:random/:publicId/status': {
    requests: () => [
      { method: 'GET', path: `/${RANDOM}/${PUBLIC_ID}/status` },
      ...many((i) => `${guess(i)}/status`).map((path) => ({ method: 'GET', path })),
    ],
    forms: READS,
  },
  'GET /:random/:publicId': get(`/${RANDOM}/${PUBLIC_ID}`, guess(1)),
  'OTHER /:random/:publicId': other(`/${RANDOM}/${PUBLIC_ID}`),
  'OTHER /:random/:publicId/status': other(`/${RANDOM}/${PUBLIC_ID}/status`),
  'POST /:random/:publicId/status': post(`/${RANDOM}/${PUBLIC_ID}/status`, ['{}']),
  'POST /:random/:publicId': {
    requests: () =>
      many((i) => JSON.stringify({ sender: { id: `a${i}` }, message: { type: 'text', text: 'x'.repeat(500) } })).map(
        (body, i) => ({ method: 'POST', path: guess(i), headers: JSON_TYPE, body }),
      ),
    forms: WRITES,
  },

  'GET /bot': get('/bot'),
  'GET /bot/*': get('/bot/nothing/here'),
  'GET /bot/oauth/token': get('/bot/oauth/token'),
  'GET /bot/providers/:providerId/:token': get('/bot/providers/acme/guess'),
  'GET /bot/webhooks/:providerId/:token': like('GET /bot/providers/:providerId/:token', '/bot/webhooks/acme/guess'),
  'POST /bot': post('/bot', ['{}']),
  'POST /bot/*': post('/bot/nothing/here', ['{}']),
  'POST /bot/oauth/token': post(
    '/bot/oauth/token',
    many((i) => `grant_type=client_credentials&client_id=acme&client_secret=guess${i}`),
    { 'Content-Type': 'application/x-www-form-urlencoded' },
  ),
  'POST /bot/providers/:providerId/:token': post('/bot/providers/acme/guess', ['{"event":"BOT_MESSAGE"}'], JSON_TYPE),
  'POST /bot/webhooks/:providerId/:token': post('/bot/webhooks/acme/guess', ['{"event":"BOT_MESSAGE"}'], JSON_TYPE),
  'OTHER /bot': other('/bot'),
  'OTHER /bot/*': other('/bot/nothing/here'),
  'OTHER /bot/oauth/token': other('/bot/oauth/token'),
  'OTHER /bot/providers/:providerId/:token': other('/bot/providers/acme/guess'),
  'OTHER /bot/webhooks/:providerId/:token': other('/bot/webhooks/acme/guess'),
}
