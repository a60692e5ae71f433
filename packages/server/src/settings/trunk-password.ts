/** What the sealed password of an account's trunk belongs to. */
export const trunkPasswordContext = (account: number): string => `trunk ${account}`
