import { writeFileSync } from 'node:fs'
import { SETTINGS } from './config-table.ts'

/** `.env.example`: every setting, commented out, with its meaning. */
export function toEnvExample(): string {
  const lines = [
    '# Settings of Deskbell. All have a default; remove the # to set one.',
    '# For programs that read a file of variables and start the server with them: EnvironmentFile of systemd,',
    '# docker run --env-file. Deskbell reads the environment alone: npm start does not read a .env file.',
    '# Printed from packages/server/src/platform/config-table.ts.',
  ]
  for (const { name, default: value, meaning, example } of SETTINGS) {
    lines.push('', `# ${plain(meaning)} (default: ${plain(value)})`, `#${name}=${example}`)
  }
  return `${lines.join('\n')}\n`
}

const SETUP_EXAMPLE = `{
  "$schema": "https://desk.example/setup.schema.json",
  "account": { "name": "Shop" },
  "agents": [
    { "email": "ann@shop.example", "name": "Ann", "role": "owner", "password": "a long password" },
    { "email": "ben@shop.example", "name": "Ben", "role": "agent", "password": "another long one" }
  ],
  "departments": [{ "name": "Sales", "agents": ["ben@shop.example"] }],
  "channels": [
    { "kind": "widget", "name": "Website", "agents": ["ann@shop.example", "ben@shop.example"] },
    { "kind": "api", "name": "App", "agents": ["ann@shop.example"], "serverUrl": "https://app.shop.example/desk" }
  ],
  "webhooks": [{ "url": "https://crm.shop.example/events", "events": ["chat_accepted", "chat_finished"] }],
  "settings": { "timeZone": "Europe/Berlin", "keepDays": 365 }
}`

/** `docs/configuration.md`. */
export function toConfigurationPage(): string {
  const rows = SETTINGS.map(({ name, default: value, meaning }) => `| \`${name}\` | ${value} | ${meaning} |`)
  return `# Configuration

Settings are read from the environment once, at start: \`PORT=8080 npm start\`. \`npm start\` reads no \`.env\` file:
\`.env.example\` is a template for programs that start the server with the variables of a file, such as systemd
(\`EnvironmentFile\`) and Docker (\`--env-file\`). All settings have a default. A value that cannot be understood, and two
that contradict each other, stop the start with a sentence that says why. Agents, channels and limits are set in the
agent application, or in [the setup file](#the-setup-file).

| setting | default | meaning |
|---|---|---|
${rows.join('\n')}

To change \`SECRET_KEY\`, start once with the new one there and the old one in \`PREVIOUS_SECRET_KEY\`: stored secrets are
then encrypted with the new one. Links that the old one signed stop working; agents stay signed in. The key that was
generated at the first start, in \`DATA_DIR/secret.key\`, needs no such step: it is read as long as it is there.

## The setup file

\`SETUP_FILE=setup.json npm start\` applies the file before the server listens: all of it, or nothing with a message that
names the place. What it does not name stays as it is, and a second start changes nothing. A password is set again only when
the file has another one. Agents, channels and departments are named by their e-mail address or name.

\`\`\`json
${SETUP_EXAMPLE}
\`\`\`

All members are optional; an owner must be among the agents. The schema of the file is served at \`/setup.schema.json\`: with
its address in \`$schema\`, editors complete and check what you write.

This page and \`.env.example\` are printed from \`packages/server/src/platform/config-table.ts\` by
\`node_modules/.bin/node packages/server/src/platform/config-docs.ts\`.
`
}

const plain = (text: string) => text.replaceAll('`', '')

if (import.meta.main) {
  writeFileSync(new URL('../../../../.env.example', import.meta.url), toEnvExample())
  writeFileSync(new URL('../../../../docs/configuration.md', import.meta.url), toConfigurationPage())
}
