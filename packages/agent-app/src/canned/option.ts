export const CANNED_LIST = 'canned-list'
export const cannedOption = (answer: number | string): string => `${CANNED_LIST}-${answer}`
