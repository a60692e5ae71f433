/** What a page's content security policy must allow for the widget: origins of the server and of its files. */
export function policyFor(server: string, files: string): string[] {
  const socket = server.replace(/^http/, 'ws')
  const media = [...new Set([server, files])].join(' ')
  return [`script-src ${server}`, `connect-src ${server} ${socket}`, `img-src ${media}`, `media-src ${media}`]
}
