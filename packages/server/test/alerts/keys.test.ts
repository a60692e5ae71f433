import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeAlertKeys } from '../../src/alerts/keys.ts'
import { makeKeys } from '../../src/platform/crypto.ts'
import { createAccount } from '../../src/settings/accounts.ts'
import { holdsSecrets } from '../../src/settings/reseal.ts'
import { openTestDb, testKinds } from '../db.ts'

for (const kind of testKinds())
  test(`T44 T54 the key of web push is a secret of the database, and is sealed again with a new SECRET_KEY (${kind})`, async (t) => {
    const { db, close } = await openTestDb(kind)
    t.after(close)
    const account = await db.transaction((tx) => createAccount(tx, 'Shop'))
    assert.equal(await holdsSecrets(db), false)
    const made = await makeAlertKeys(db, await makeKeys(['the first key']))(account)
    assert.equal(await holdsSecrets(db), true)
    const both = await makeAlertKeys(db, await makeKeys(['the second key', 'the first key']))(account)
    const second = await makeAlertKeys(db, await makeKeys(['the second key']))(account)
    assert.deepEqual([both, second], [made, made])
    await assert.rejects(makeAlertKeys(db, await makeKeys(['a third key']))(account))
  })
