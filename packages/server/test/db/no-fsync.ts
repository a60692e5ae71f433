import { replaceModule } from '../replace.ts'

/** Loaded before the server (`--import`): the embedded database's file system keeps its default fsync, which does nothing. */
replaceModule('/src/db/filesystem.ts', new URL('./no-fsync-filesystem.ts', import.meta.url))
