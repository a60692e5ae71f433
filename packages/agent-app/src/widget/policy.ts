/** What a page's content security policy must allow for the widget: origins of the server and of its files. */
export function policyFor(desk: string, files: string): string[] {
  const socket = desk.replace(/^http/, 'ws')
  const media = [...new Set([desk, files])].join(' ')
  return [`script-src ${desk}`, `connect-src ${desk} ${socket}`, `img-src ${media}`, `media-src ${media}`]
}
