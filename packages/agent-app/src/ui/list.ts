/** A list of rows across the content: hairlines between them, and both on the edge of the header's title. */
export const LIST = 'rows'
/** The inside of a row: its padding, which reaches beyond the edge of the content. */
export const ROW = 'px-4 md:px-3'
/** A row that is a link or a button. */
export const ROW_LINK = `${ROW} transition-colors hover:bg-hover focus-visible:-outline-offset-2`
