/** What a page with a content security policy must let in, so that the widget works on it. */
export function policyFor(desk: string): string[] {
  const socket = desk.replace(/^http/, 'ws')
  return [
    `script-src ${desk}`,
    `connect-src ${desk} ${socket}`,
    ...['img-src', 'media-src'].map((name) => `${name} ${filesOf(desk)}`),
  ]
}

/** On one's own machine files come from another name than pages do. */
function filesOf(desk: string): string {
  const url = new URL(desk)
  if (url.hostname !== 'localhost') return desk
  url.hostname = '127.0.0.1'
  return `${desk} ${url.origin}`
}
