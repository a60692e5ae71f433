/** The part of a bot's address that is no secret: all before its last segment, which is read back as dots. */
export const beforeToken = (address: string): string => address.slice(0, address.lastIndexOf('/') + 1)
