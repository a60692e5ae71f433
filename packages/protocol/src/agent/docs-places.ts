/** The page of the documentation, at `/docs`, for each screen of the settings. */
export const DOCS_PLACES = {
  me: '/docs/start#your-profile',
  alerts: '/docs/alerts',
  gettingStarted: '/docs/start',
  general: '/docs/start#the-company',
  team: '/docs/start#colleagues',
  channels: '/docs/start#where-visitors-write',
  bots: '/docs/bots',
  routing: '/docs/routing',
  canned: '/docs/chats#canned-answers',
  macros: '/docs/chats#macros',
  contacts: '/docs/contacts',
  tags: '/docs/chats#tags',
  webhooks: '/docs/webhooks',
  calls: '/docs/calls',
  deliveries: '/docs/webhooks#the-delivery-log',
} as const
