import { fault, left, ok, sentenceOf, type Check } from '../platform/finding.ts'
import { optionsOf } from './mailer.ts'

/** What to do about the codes of the library that sends mail. */
const WHAT_TO_DO: Readonly<Record<string, string>> = {
  EAUTH: 'Set the user name and the password in SMTP_URL; characters such as @ and / are written in percent notation.',
  EDNS: 'Set the host of SMTP_URL to the name of the mail server.',
  ESOCKET: 'Check host and port of SMTP_URL, and that a firewall lets this machine out to them.',
  ECONNECTION: 'Check host and port of SMTP_URL, and that a firewall lets this machine out to them.',
  ETIMEDOUT: 'Check host and port of SMTP_URL, and that a firewall lets this machine out to them.',
  ETLS: 'Use smtps: for port 465 and smtp: for 587, and check the certificate of the mail server.',
}

/** Connects to the mail server and signs in; sends nothing. */
export const checkMail: Check = async ({ config: { smtpUrl } }) => {
  if (smtpUrl === undefined)
    return [
      left(
        'No mail is sent: SMTP_URL is not set. Agents get no invitations, alerts and transcripts by mail.',
        'Set SMTP_URL and MAIL_FROM.',
      ),
    ]
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({ ...optionsOf(smtpUrl), pool: false })
  const { host } = new URL(smtpUrl)
  try {
    await transport.verify()
    return [ok(`The mail server ${host} accepts this desk.`)]
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    return [
      fault(
        `The mail server ${host} cannot be used: ${sentenceOf(error)}`,
        WHAT_TO_DO[code] ?? WHAT_TO_DO['ECONNECTION'],
      ),
    ]
  } finally {
    transport.close()
  }
}
