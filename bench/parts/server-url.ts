import { userInfo } from 'node:os'

/** The Postgres server of the benchmarks: TEST_DATABASE_URL, else this machine's, which parts of the tests then use, too. */
export const SERVER_URL = (process.env['TEST_DATABASE_URL'] ??=
  `postgres://${userInfo().username}@127.0.0.1:5432/postgres`)
