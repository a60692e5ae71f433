/** The address that a link or a picture of a page leads to; null: nothing that the server has, so that it is text. */
export type Resolve = (address: string) => string | null

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => SIGNS[sign] ?? '')

const PARTS =
  /(`+)(.+?)\1(?!`)|\[((?:[^[\]]|\[[^\]]*\])+)\]\(([^()\s]+)\)|<(https?:\/\/[^<>\s]+)>|\*\*(.+?)\*\*|(?<![\w*])[*_](?![\s*_])([^*_]+?)[*_](?![\w*])/gs

/** The text of a block: code, links, bold and italic. All other characters are text. */
export function inline(text: string, resolve: Resolve): string {
  let html = ''
  let done = 0
  for (const match of text.matchAll(PARTS)) {
    html += escapeHtml(text.slice(done, match.index))
    done = match.index + match[0].length
    const [, , code, label, address, url, strong, em] = match
    if (code !== undefined) html += `<code>${escapeHtml(code)}</code>`
    else if (label !== undefined && address !== undefined) html += link(inline(label, resolve), resolve(address))
    else if (url !== undefined) html += link(escapeHtml(url), resolve(url))
    else if (strong !== undefined) html += `<strong>${inline(strong, resolve)}</strong>`
    else if (em !== undefined) html += `<em>${inline(em, resolve)}</em>`
  }
  return html + escapeHtml(text.slice(done))
}

function link(html: string, address: string | null): string {
  if (address === null) return html
  const isOutside = /^https?:/.test(address)
  return `<a href="${escapeHtml(address)}"${isOutside ? ' rel="noopener noreferrer"' : ''}>${html}</a>`
}
