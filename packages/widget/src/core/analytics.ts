/** The visitor's ids from the cookies of Google Analytics and Yandex Metrica, where they exist (C8). */
export const analyticsOf = (cookies: string): Record<string, string> =>
  // JSON leaves out undefined fields.
  ({ ga: /_ga=GA1\.\d\.([\d.]+)/.exec(cookies)?.[1], ym: /_ym_uid=(\d+)/.exec(cookies)?.[1] }) as Record<string, string>
