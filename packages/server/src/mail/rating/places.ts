/**
 * Paths of the pages that a mail leads to. The token is in the path, and not behind `#`, because they work without a script:
 * the pages and their links send no referrer, and the server does not log addresses.
 */
export const RATING_PAGE = '/rate/:token'
export const STOP_PAGE = '/rate/:token/stop'

export const ratingPath = (token: string): string => `/rate/${token}`
export const stopPath = (token: string): string => `/rate/${token}/stop`

/** The choice of a link in the mail, which the page shows and the visitor confirms. */
export const CHOICES = { good: 'positive', bad: 'negative' } as const
export type Choice = keyof typeof CHOICES
export type Rating = (typeof CHOICES)[Choice]
