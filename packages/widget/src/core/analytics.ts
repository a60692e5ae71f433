/** Whom the page's analytics take the visitor for: Google's and Yandex's own cookies, where there are any (C8). */
export const analyticsOf = (cookies: string): Record<string, string> =>
  // What is undefined stays out of the JSON.
  ({ ga: /_ga=GA1\.\d\.([\d.]+)/.exec(cookies)?.[1], ym: /_ym_uid=(\d+)/.exec(cookies)?.[1] }) as Record<string, string>
