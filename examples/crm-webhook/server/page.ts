import type { Contact } from './contacts.ts'

/** Nothing on this page is executed or loaded, whatever a name contains. */
export const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
}

const STYLE = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
body { max-width: 40rem; margin: 3rem auto; padding: 0 1rem }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem }
dd { margin: 0; overflow-wrap: anywhere }
table { width: 100%; border-collapse: collapse }
th, td { padding: .5rem .5rem .5rem 0; border-bottom: 1px solid color-mix(in srgb, currentColor 25%, transparent); text-align: start }
`

/** The page of a contact, which crm_link opens. */
export function toPage({ id, name, email, phone, since, orders }: Contact): string {
  const facts = Object.entries({ Number: id, 'E-mail': email, Phone: phone, 'Customer since': since })
  const rows = orders.map(({ number, date, what, status }) => `<tr>${cells([number, date, what, status])}</tr>`)
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(name)}</title>
<style>${STYLE}</style>
<main>
<h1><bdi>${escape(name)}</bdi></h1>
<dl>${facts.map(([what, value]) => (value ? `<dt>${what}</dt><dd>${escape(value)}</dd>` : '')).join('')}</dl>
<h2>Orders</h2>
${rows.length ? `<table><tr><th>Number<th>Date<th>What<th>Status</tr>${rows.join('')}</table>` : '<p>None yet.</p>'}
</main>
</html>
`
}

const cells = (texts: string[]) => texts.map((text) => `<td>${escape(text)}</td>`).join('')

const escape = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
