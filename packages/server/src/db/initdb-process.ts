import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** Makes an empty database in the folder that is its argument, and ends. See initdb.ts. */
const [folder = ''] = process.argv.slice(2)
const db = await PGlite.create({ fs: new NodeFS(folder) })
// Two thirds of the files are databases to make other databases from, which nobody can do here.
await db.exec('update pg_database set datistemplate = false')
await db.exec('drop database template0')
await db.exec('drop database template1')
await db.close()
process.disconnect()
