import { replaceModule } from '../replace.ts'

/** Loaded before the server (`--import`): puts the embedded database on a disk that loses unsynced writes. */
replaceModule('/src/db/filesystem.ts', new URL('./losing-filesystem.ts', import.meta.url))
