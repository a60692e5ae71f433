import type { Db } from '../../src/db/db.ts'

/** Locks the chats in the database, so that every read and write of them waits until the returned function is called. */
export async function pauseStore(db: Db): Promise<() => Promise<void>> {
  let goesOn = () => {}
  const over = new Promise<void>((resolve) => (goesOn = resolve))
  let work = Promise.resolve()
  await new Promise<void>((paused, failed) => {
    work = db.administer(async (client) => {
      await client.query('begin')
      await client.query('lock table chat, entry, visitor, delivery in access exclusive mode')
      paused()
      await over
      await client.query('rollback')
    })
    work.catch(failed)
  })
  return () => {
    goesOn()
    return work
  }
}
