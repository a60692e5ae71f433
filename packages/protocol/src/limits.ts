/** Limits of the interface document and of decisions.md that both sides of a wire use. */

/** A14: characters (Unicode code points) of a visitor's text; longer text is cut. */
export const CUSTOMER_TEXT_MAX = 1000
/** A14: characters of an agent's text; longer text is refused. */
export const AGENT_TEXT_MAX = 10_000
/** A8: characters of `sender.id`. */
export const SENDER_ID_MAX = 256
/** A9: characters of a visitor's name, phone and e-mail; longer is cut. */
export const NAME_MAX = 256
export const PHONE_MAX = 64
export const EMAIL_MAX = 254
/** A10: characters of a link. */
export const URL_MAX = 2048
/** Characters of a file's name as it is kept and shown. */
export const FILE_NAME_MAX = 255
/** A32: bytes of a body, nesting, and T31: number of keys. */
export const BODY_MAX = 64 * 1024
export const DEPTH_MAX = 32
export const KEYS_MAX = 2000
/** A19: bytes of a fetched or uploaded file. */
export const FILE_MAX = 25 * 1024 * 1024
/** Attachments of one message of an agent. */
export const ATTACHMENTS_MAX = 10
/** Files of canned answers: bytes of those that an account shares, of those that one agent has, and of one agent's uploads that no answer has yet. */
export const SHARED_CANNED_BYTES_MAX = 1024 * 1024 * 1024
export const OWN_CANNED_BYTES_MAX = 250 * 1024 * 1024
export const WAITING_CANNED_BYTES_MAX = 250 * 1024 * 1024
/** Characters of what an agent says to a colleague to whom they offer a chat, and of the colleague's reason to decline it. */
export const COMMENT_MAX = 1000
/** Agents whom one note mentions. */
export const MENTIONS_MAX = 20
/** Tags: those of an account, those of a chat, and the characters of a name. */
export const TAGS_MAX = 200
export const TAGS_PER_CHAT = 20
export const TAG_NAME_MAX = 40
/** Own fields of a contact, the characters of their titles and contents, and its notes. */
export const CONTACT_FIELDS_MAX = 50
export const FIELD_TITLE_MAX = 100
export const FIELD_CONTENT_MAX = 1000
export const CONTACT_NOTES_MAX = 200
/** Tasks of a contact: open ones, all, the characters of a text, and how many days ahead one may be due. */
export const CONTACT_TASKS_MAX = 200
export const CONTACT_TASKS_ALL_MAX = 1000
export const TASK_TEXT_MAX = 2000
export const TASK_DAYS_MAX = 3650
/** A20: typing is forwarded at most once in this time (ms), and expires after that time without a new signal. */
export const TYPING_EVERY = 3000
export const TYPING_EXPIRES = 10_000
/** T47: a preview of what a visitor types is shown at most once in this time (ms), and cut to so many characters. */
export const PREVIEW_EVERY = 500
export const PREVIEW_TEXT_MAX = 500
/** A24: requests to the integrator: starts (ms), and the total time of each (ms). */
export const CHANNEL_STARTS = [0, 3000, 6000] as const
export const CHANNEL_TIMEOUT = 3000

/** Rate limits: requests per second and burst; 0 switches one off (A34). */
export const RATE_LIMITS = {
  channelMessagesPerSender: { rate: 10, burst: 50 },
  channelMessagesPerChannel: { rate: 500, burst: 2000 },
  statusPerAddress: { rate: 20, burst: 100 },
  typingPerSender: { rate: 0.33, burst: 2 },
  typingPerChannel: { rate: 100, burst: 400 },
  notFoundPerAddress: { rate: 0.33, burst: 20 },
  botRequestsPerToken: { rate: 100, burst: 200 },
  wrongSecretsPerBot: { rate: 1, burst: 100 },
  widgetMessagesPerVisitor: { rate: 5, burst: 20 },
  newVisitorsPerAddress: { rate: 0.5, burst: 60 },
  signInPerAddress: { rate: 0.055, burst: 50 },
  uploadsPerVisitor: { rate: 0.33, burst: 20 },
  widgetFramesPerVisitor: { rate: 40, burst: 400 },
  widgetFramesPerAddress: { rate: 200, burst: 5000 },
  widgetFramesPerNetwork: { rate: 600, burst: 20_000 },
  widgetPagesPerAddress: { rate: 50, burst: 500 },
  agentRequestsPerAgent: { rate: 100, burst: 5000 },
  unknownSecretsPerAddress: { rate: 5, burst: 500 },
  unknownSecretsPerNetwork: { rate: 20, burst: 2000 },
} as const
export type RateLimitName = keyof typeof RATE_LIMITS
export const isRateLimit = (name: string): name is RateLimitName => Object.hasOwn(RATE_LIMITS, name)

/** Minimum length of a bot's token and client secret: shorter ones can be guessed. */
export const BOT_SECRET_MIN = 16
/** Maximum length of a bot's message; longer ones are refused. */
export const BOT_TEXT_MAX = 10_000
export const BOT_TITLE_MAX = 1000
export const BOT_BUTTON_MAX = 256
/** B4. */
export const BOT_BUTTONS_MAX = 3
/** B8: start of each attempt to reach a provider (ms), as many as the bot's setting allows; total time of each (ms). */
export const BOT_STARTS = [0, 3000, 6000] as const
export const BOT_TIMEOUT = 3000
export const BOT_ATTEMPTS = 2
/** B10: seconds. */
export const BOT_SILENCE = 300
/** B22: a provider is answered within this time (ms). */
export const BOT_ANSWER_WITHIN = 2800
/** Views that an account shares, and that one agent has. */
export const SHARED_VIEWS_MAX = 50
export const OWN_VIEWS_MAX = 50
export const VIEW_NAME_MAX = 60
/** Lines of one request of an import of contacts, and of a file. */
export const IMPORT_LINES = 100
export const IMPORT_MAX = 50_000

/** Chats that an agent may have at once, priorities of waiting chats, and rules about them. */
export const CAPACITY_MAX = 200
export const PRIORITY_MAX = 9
export const PRIORITY_RULES_MAX = 50
/** For how long a chat may wait for an agent before it goes on, s. */
export const OVERFLOW_AFTER = { least: 10, most: 86_400 } as const

/** Working hours: ranges of a day, holidays, and the characters of the name of one. */
export const RANGES_MAX = 10
export const HOLIDAYS_MAX = 100
export const HOLIDAY_NAME_MAX = 60
/** A mail that asks for a rating is sent at most so long after the end of a chat (minutes). */
export const RATING_MAIL_AFTER_MAX = 1440
/** A person gets at most one such mail in this time (days), and its links are valid so long (days; the texts of mails name it). */
export const RATING_MAIL_EVERY = 7
export const RATING_LINK_DAYS = 30
/** The links of one mail change the rating so often at most. */
export const RATING_CHANGES_MAX = 20
/** Characters of what a visitor says with a rating. */
export const RATING_TEXT_MAX = 2000

/** For how long an agent can take messages back, as they choose, s; 0: they are sent at once. */
export const HOLDS = [0, 5, 10, 20, 30] as const
