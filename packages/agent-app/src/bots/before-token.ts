/** The public part of a bot's address: everything before the last segment, which reads back as dots. */
export const beforeToken = (address: string): string => address.slice(0, address.lastIndexOf('/') + 1)
