/** The column of the conversation: messages, the typing line and the composer have the same edges. */
export const COLUMN = 'mx-auto w-full max-w-[52rem] px-4 md:px-6'
