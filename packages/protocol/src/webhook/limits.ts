/**
 * C11: bytes of an answer to an event, and lines of custom data. A longer answer is ignored; more lines are left out.
 */
export const ANSWER_MAX = 256 * 1024
export const CARD_FIELDS_MAX = 50
/** Characters of a title or key, and of the content, of one line; longer is cut. */
export const CARD_TITLE_MAX = 256
export const CARD_CONTENT_MAX = 4000
/** Characters of a page's title. */
export const PAGE_TITLE_MAX = 300
