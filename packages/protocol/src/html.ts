/** `&` is replaced first, because the other entities contain it. */
const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Escapes a text for HTML, also in quoted attributes (T5). */
export function escapeHtml(text: string): string {
  let html = text
  for (const [sign, entity] of Object.entries(ENTITIES)) html = html.replaceAll(sign, entity) // guard T5
  return html
}
