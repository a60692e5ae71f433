// Checks what the router of an account did, from what the database and the agents say. It knows nothing of the router: it reads
// stored decisions and entries, and when agents were online. Run as
//   node check.ts DATABASE_URL JOURNAL WITHIN
// WITHIN: how long a visitor may wait while an agent is free (ms).
// It prints one JSON object: how much it has looked at, and what was wrong. A visitor who waited is one violation; those who waited
// at the same time are one stall.
import { readFileSync } from 'node:fs'
import pg from 'pg'
import { checkChats } from './check-chats.ts'
import { checkTurns } from './check-turns.ts'
import { toStalls } from './stalls.ts'

const [databaseUrl = '', journal = '', within = ''] = process.argv.slice(2)
const client = new pg.Client({ connectionString: databaseUrl })
await client.connect()
const lines = readFileSync(journal, 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as { agent: number; at: number; online: boolean })
const turns = await checkTurns(client)
const chats = await checkChats(client, { lines, capacityOf: turns.capacityOf, within: Number(within) })
await client.end()
const wrong = [...turns.wrong, ...chats.wrong]
process.stdout.write(
  `${JSON.stringify({ turns: turns.count, decisions: turns.decisions, chats: chats.count, taken: chats.taken, late: chats.late, violations: wrong.length + chats.waits.length, wrong: wrong.slice(0, 20), stalls: toStalls(chats.waits) })}\n`,
)
