import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** Creates an empty database in the folder given as argument, and exits. See initdb.ts. */
const [folder = ''] = process.argv.slice(2)
const db = await PGlite.create({ fs: new NodeFS(folder) })
// Two thirds of the files are template databases, which the embedded database cannot use.
await db.exec('update pg_database set datistemplate = false')
await db.exec('drop database template0')
await db.exec('drop database template1')
await db.close()
process.disconnect()
