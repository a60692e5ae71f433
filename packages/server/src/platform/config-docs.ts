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

/** `docs/configuration.md`. */
export function toConfigurationPage(): string {
  const rows = SETTINGS.map(({ name, default: value, meaning }) => `| \`${name}\` | ${value} | ${meaning} |`)
  return `# Configuration

Settings are read from the environment once, at start: \`PORT=8080 npm start\`. \`npm start\` reads no \`.env\` file:
\`.env.example\` is a template for programs that start the server with the variables of a file, such as systemd
(\`EnvironmentFile\`) and Docker (\`--env-file\`). All settings have a default. A value that cannot be understood, and two
that contradict each other, stop the start with a sentence that says why. Agents, channels and limits are set in the
agent application, or in the setup file. Its schema is served at \`/setup.schema.json\`. Name it in the file, as in
\`"$schema": "https://desk.example/setup.schema.json"\`, and editors complete and check what you write.

| setting | default | meaning |
|---|---|---|
${rows.join('\n')}

To change \`SECRET_KEY\`, start once with the new one there and the old one in \`PREVIOUS_SECRET_KEY\`: stored secrets are
then encrypted with the new one. Links that the old one signed stop working; agents stay signed in. The key that was
generated at the first start, in \`DATA_DIR/secret.key\`, needs no such step: it is read as long as it is there.

This page and \`.env.example\` are printed from \`packages/server/src/platform/config-table.ts\` by
\`node packages/server/src/platform/config-docs.ts\`.
`
}

const plain = (text: string) => text.replaceAll('`', '')

if (import.meta.main) {
  writeFileSync(new URL('../../../../.env.example', import.meta.url), toEnvExample())
  writeFileSync(new URL('../../../../docs/configuration.md', import.meta.url), toConfigurationPage())
}
