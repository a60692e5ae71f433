/** What the sealed password of an account's trunk belongs to. */
export const trunkPasswordContext = (account: number): string => `trunk ${account}`

/** What the sealed token of an account's hosted provider belongs to. */
export const providerTokenContext = (account: number): string => `call provider ${account}`
