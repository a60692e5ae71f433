import { escapeHtml } from '@deskbell/protocol/html'
import type { Db } from '../../db/db.ts'
import { statement } from '../../db/statement.ts'
import type { Directory } from '../../settings/directory.ts'
import type { Mail } from '../mailer.ts'
import { page, type Written } from '../page.ts'
import { dayIn, timeIn } from '../time.ts'
import { wordsForVisitor } from '../words/words-for.ts'
import { companyFor } from './company.ts'
import { ratingPath, stopPath } from './places.ts'

const chatStatement = statement(
  'mail_rating',
  `select c.channel_id as channel, c.closed_at as closed, v.site->>'lang' as lang
   from chat c join visitor v on v.account_id = c.account_id and v.number = c.visitor_number
   where c.account_id = $1 and c.id = $2 and c.closed_at is not null and c.erased_at is null`,
)

interface Row {
  channel: number
  closed: number
  lang: string | null
}

export interface RatingLetterTools {
  readonly db: Db
  readonly directory: Pick<Directory, 'account' | 'agents' | 'channel'>
  readonly publicUrl: string
  /** The time zone of an account. */
  readonly zoneOf: (account: number) => string
}

/** The mail that asks a visitor to rate a chat, in their language. Undefined when the chat does not exist any more. */
export async function writeRatingLetter(
  { db, directory, publicUrl, zoneOf }: RatingLetterTools,
  { account, chat, token, until }: { account: number; chat: number; token: string; until: number },
): Promise<(Written & Pick<Mail, 'sender' | 'headers'>) | undefined> {
  const [row] = await db.query<Row>(chatStatement, [account, chat])
  if (!row) return undefined
  const inLanguage = wordsForVisitor(directory, { account, channel: row.channel, lang: row.lang })
  const { language, words } = inLanguage
  const { letter } = words.rating
  const company = companyFor(directory, account, publicUrl)
  const zone = zoneOf(account)
  const link = publicUrl + ratingPath(token)
  const stop = publicUrl + stopPath(token)
  const [good, bad] = [`${link}?r=good`, `${link}?r=bad`]
  const ask = letter.ask(company, dayIn(zone, language)(row.closed))
  const ends = letter.ends(timeIn(zone, language)(until))
  return {
    subject: letter.subject(company),
    text: [
      ...[ask, '', `${words.rating.good}: ${good}`, `${words.rating.bad}: ${bad}`, ''],
      ...[ends, '', `${letter.why(company)} ${letter.stop}: ${stop}`],
    ].join('\n'),
    html: page(
      inLanguage,
      `<p>${escapeHtml(ask)}</p><p>${button(good, words.rating.good)} ${button(bad, words.rating.bad)}</p>` +
        `<p>${escapeHtml(ends)}</p><hr>` +
        `<p><small>${escapeHtml(letter.why(company))} <a href="${escapeHtml(stop)}">${escapeHtml(letter.stop)}</a></small></p>`,
    ),
    sender: company,
    // RFC 8058: mail programs show a button that sends this request, without opening the page.
    headers: { 'list-unsubscribe': `<${stop}>`, 'list-unsubscribe-post': 'List-Unsubscribe=One-Click' },
  }
}

/** Inline, because many mail programs drop style sheets. */
const BUTTON =
  'display:inline-block;padding:.6em 1.2em;margin:.2em 0;border:1px solid;border-radius:.5em;text-decoration:none'

const button = (href: string, name: string): string =>
  `<a href="${escapeHtml(href)}" style="${BUTTON}">${escapeHtml(name)}</a>`
