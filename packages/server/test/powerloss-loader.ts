import { replaceModule } from './replace.ts'

/** Loaded with `--import`; see powerloss.ts. */
const filesystem = new URL('./powerloss-filesystem.ts', import.meta.url)
filesystem.search = new URL(import.meta.url).search
replaceModule('/src/db/filesystem.ts', filesystem)
