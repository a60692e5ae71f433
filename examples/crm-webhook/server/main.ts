// A CRM that receives events of chats and answers with the visitor's card. To start it, see README.md.
import { createServer } from 'node:http'
import { sign } from '@deskbell/sdk'
import { openContacts } from './contacts.ts'
import { openCrm } from './crm.ts'

const { WEBHOOK_SECRET, CONTACTS, HOST = '127.0.0.1', PORT = '5002' } = process.env
const crmUrl = process.env['CRM_URL'] ?? `http://localhost:${PORT}`
const secrets = (WEBHOOK_SECRET ?? '').split(' ').filter(Boolean)

try {
  if (secrets.length === 0) throw new Error('it is the secret of the webhook, as Deskbell shows it')
  await sign({ id: 'start', timestamp: 0, body: '' }, secrets) // Throws for a malformed secret at the start.
} catch (error) {
  console.error(`WEBHOOK_SECRET is not set, or wrong: ${(error as Error).message}`)
  process.exit(1)
}

const crm = openCrm({ secrets, crmUrl, contacts: openContacts(CONTACTS), log: (line) => console.log(line) })
createServer(crm).listen(Number(PORT), HOST, () => {
  console.log(`The webhook's URL is: ${crmUrl}/desk`)
})
