import { replaceModule } from '../replace.ts'

/** Loaded before the server (`--import`): the embedded database stands on a disk that loses what was not synced. */
replaceModule('/src/db/filesystem.ts', new URL('./losing-filesystem.ts', import.meta.url))
