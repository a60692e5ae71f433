/** In the place of db/filesystem.ts: nothing is made durable. */
export const makeDurable = () => () => 0
