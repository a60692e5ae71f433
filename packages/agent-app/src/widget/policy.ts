/** What a page with a content security policy must let in, so that the widget works on it: origins of the desk and of its files. */
export function policyFor(desk: string, files: string): string[] {
  const socket = desk.replace(/^http/, 'ws')
  const media = [...new Set([desk, files])].join(' ')
  return [`script-src ${desk}`, `connect-src ${desk} ${socket}`, `img-src ${media}`, `media-src ${media}`]
}
