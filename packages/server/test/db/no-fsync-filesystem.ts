/** Replaces db/filesystem.ts: fsync does nothing. */
export const makeDurable = () => () => 0
