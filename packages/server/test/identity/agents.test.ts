import assert from 'node:assert/strict'
import { after, before, beforeEach, suite, test } from 'node:test'
import { hashPassword } from '../../src/platform/crypto.ts'
import type { Role } from '@deskbell/protocol/agent/people'
import type { Tx } from '../../src/db/db.ts'
import { createAccount } from '../../src/settings/accounts.ts'
import { changeAgent, createAgent, removeAgent } from '../../src/identity/agents.ts'
import { createChannel } from '../../src/settings/channels.ts'
import {
  changeDepartment,
  createDepartment,
  readDepartments,
  removeDepartment,
} from '../../src/settings/departments.ts'
import { OPERATOR, type Actor } from '../../src/settings/change.ts'
import { testKinds } from '../db.ts'
import { openTestSettings, type TestSettings } from '../settings/test-settings.ts'

for (const kind of testKinds()) {
  suite(`agents, ${kind}`, () => {
    let testSettings: TestSettings
    let account: number
    let owner: Actor
    let admin: Actor
    let agent: Actor
    let company: string
    let serial = 0

    before(async () => void (testSettings = await openTestSettings(kind)))
    after(() => testSettings.close())

    // Each test has its own account.
    beforeEach(async () => {
      company = `company${++serial}.test`
      await testSettings.db.transaction(async (tx) => {
        account = await createAccount(tx, company)
        const put = async (name: string, role: Role) => {
          const id = await createAgent(tx, account, OPERATOR, { email: `${name}@${company}`, name, role })
          return { id, role }
        }
        owner = await put('own', 'owner')
        admin = await put('adm', 'admin')
        agent = await put('agt', 'agent')
        await createChannel(testSettings.settingsContext, { tx, account }, { name: 'App', agents: [agent.id] })
      })
    })

    const change = (by: Actor, of: Actor, to: Parameters<typeof changeAgent>[3]) =>
      testSettings.db.asAccount(account, (tx) => changeAgent({ tx, account }, by, of.id, to))
    const remove = (by: Actor, of: Actor) =>
      testSettings.db.asAccount(account, (tx) => removeAgent({ tx, account }, by, of.id, testSettings.clock.now()))
    const make = (by: Actor, role: Role, email = `new@${company}`) =>
      testSettings.db.asAccount(account, (tx) => createAgent(tx, account, by, { email, name: 'New', role }))

    test('T18 an admin adds and changes agents, and no owner', async () => {
      await make(admin, 'admin')
      await assert.rejects(make(admin, 'owner', `x@${company}`), { code: 'forbidden' })
      await assert.rejects(change(admin, agent, { role: 'owner' }), { code: 'forbidden' })
      await assert.rejects(change(admin, owner, { name: 'Mallory' }), { code: 'forbidden' })
      await assert.rejects(change(admin, owner, { passwordHash: await hashPassword('taken over') }), {
        code: 'forbidden',
      })
      await assert.rejects(remove(admin, owner), { code: 'forbidden' })
      await assert.rejects(change(admin, admin, { role: 'owner' }), { code: 'forbidden' })
      await change(owner, agent, { role: 'owner' })
    })

    test('T18 an agent changes their own profile, no other agent and not their role', async () => {
      await change(agent, agent, { name: 'Carla', status: 'away' })
      const directory = await testSettings.directory()
      assert.equal(directory.agent(account, agent.id)?.name, 'Carla')
      assert.equal(directory.agent(account, agent.id)?.status, 'away')
      await assert.rejects(change(agent, admin, { name: 'X' }), { code: 'forbidden' })
      await assert.rejects(change(agent, agent, { role: 'admin' }), { code: 'forbidden' })
      await assert.rejects(make(agent, 'agent'), { code: 'forbidden' })
      await assert.rejects(remove(agent, admin), { code: 'forbidden' })
    })

    test('the last owner can be neither demoted nor removed', async () => {
      await assert.rejects(change(owner, owner, { role: 'admin' }), { code: 'last_owner' })
      await assert.rejects(remove(owner, owner), { code: 'last_owner' })
      await change(owner, admin, { role: 'owner' })
      await remove(owner, owner)
      await assert.rejects(remove(admin, admin), { code: 'forbidden' })
    })

    test('two owners who demote each other at once leave one', async () => {
      await change(owner, admin, { role: 'owner' })
      const both = [{ ...owner }, { ...admin, role: 'owner' as const }] as const
      const outcomes = await Promise.allSettled([
        change(both[0], both[1], { role: 'agent' }),
        change(both[1], both[0], { role: 'agent' }),
      ])
      assert.deepEqual(outcomes.map((outcome) => outcome.status).toSorted(), ['fulfilled', 'rejected'])
    })

    test('an e-mail address belongs to one agent of all accounts, until that agent is removed', async () => {
      await assert.rejects(make(owner, 'agent', `AGT@${company}`), { code: 'email_taken' })
      const other = await testSettings.db.transaction((tx) => createAccount(tx, 'Other'))
      await testSettings.db.transaction((tx) =>
        createAgent(tx, other, owner, { email: `zoe@${company}`, name: 'Zoe', role: 'owner' }),
      )
      await assert.rejects(make(owner, 'agent', `zoe@${company}`), { code: 'email_taken' })
      await remove(owner, agent)
      await make(owner, 'agent', `agt@${company}`)
    })

    test('a removed agent has no assignments', async () => {
      await testSettings.db.asAccount(account, (tx) =>
        createDepartment(tx, account, { name: 'Sales', agents: [agent.id] }),
      )
      await remove(owner, agent)
      const directory = await testSettings.directory()
      assert.equal(directory.agent(account, agent.id), undefined)
      assert.deepEqual([...(directory.channels(account)[0]?.agents ?? [1])], [])
      const departments = await testSettings.db.asAccount(account, (tx) => readDepartments(tx, account))
      assert.deepEqual(departments[0]?.agents, [])
      await assert.rejects(change(owner, agent, { name: 'X' }), { code: 'not_found' })
    })

    test('a removed agent leaves no row of their own, such as the address of a browser', async () => {
      const [of, at] = [`${account}, ${agent.id}`, 'now()']
      const rows: Record<string, string> = {
        alert_device: `(account_id, agent_id, key, name, permission, subscription, created_at, seen_at)
          values (${of}, 'k', 'Firefox', 'granted', '{"endpoint":"https://push.test/a"}', ${at}, ${at})`,
        alert_setting: `(account_id, agent_id, settings) values (${of}, '{}')`,
        api_token: `(account_id, agent_id, name, hash, created_at) values (${of}, 't', '\\x0${serial}', ${at})`,
        canned_answer: `(account_id, agent_id, title, text, created_at) values (${of}, 't', 't', ${at})`,
        channel_agent: `(account_id, agent_id, channel_id) select ${of}, id from channel where account_id = ${account}
          on conflict do nothing`,
        department_agent: `(account_id, agent_id, department_id) select ${of}, id from department
          where account_id = ${account}`,
        macro: `(account_id, agent_id, title, steps, created_at) values (${of}, 't', '[]', ${at})`,
        password_reset: `(account_id, agent_id, hash, created_at, expires_at) values (${of}, '\\x1${serial}', ${at}, ${at})`,
        presence_change: `(account_id, agent_id, at, online) values (${of}, ${at}, true)`,
        routing_agent: `(account_id, agent_id, given_at) values (${of}, ${at})`,
        saved_view: `(account_id, agent_id, name, view, filter, created_at) values (${of}, 'v', 'all', '{}', ${at})`,
        saved_view_order: `(account_id, agent_id, views) values (${of}, '{}')`,
        session: `(account_id, agent_id, hash, version, created_at, used_at, expires_at, fresh_at)
          values (${of}, '\\x2${serial}', 1, ${at}, ${at}, ${at}, ${at})`,
      }
      const query = <Row extends object>(name: string, text: string) =>
        testSettings.db.query<Row>({ name: `test_${name}_${serial}`, text }, [])
      const tables = await query<{ name: string }>(
        'tables_of_agents',
        `select distinct conrelid::regclass::text as name from pg_constraint join pg_attribute a on a.attrelid = conrelid
           and a.attnum = any(conkey) and a.attname = 'agent_id'
         where contype = 'f' and confrelid = 'agent'::regclass order by 1`,
      )
      // A process forgets presence by itself, 30 seconds after the agent's last window.
      const names = tables.map(({ name }) => name).filter((name) => name !== 'presence')
      assert.deepEqual(Object.keys(rows), names, 'a new table of agents has a row here')
      await testSettings.db.asAccount(account, (tx) => createDepartment(tx, account, { name: 'Sales', agents: [] }))
      const counts = async () => {
        const found: Record<string, number> = {}
        for (const name of names) {
          const [row] = await query<{ n: number }>(
            `rows_of_${name}`,
            `select count(*)::int as n from ${name} where account_id = ${account} and agent_id = ${agent.id}`,
          )
          found[name] = row?.n ?? -1
        }
        return found
      }
      for (const [name, row] of Object.entries(rows)) await query(`adds_${name}`, `insert into ${name} ${row}`)
      assert.deepEqual(await counts(), Object.fromEntries(names.map((name) => [name, 1])))
      await remove(owner, agent)
      assert.deepEqual(await counts(), Object.fromEntries(names.map((name) => [name, 0])))
    })

    test('departments are made, changed and removed', async () => {
      const inAccount = <T>(fn: (tx: Tx) => Promise<T>) => testSettings.db.asAccount(account, fn)
      const id = await inAccount((tx) => createDepartment(tx, account, { name: 'Sales', agents: [agent.id] }))
      await assert.rejects(
        inAccount((tx) => createDepartment(tx, account, { name: 'Sales', agents: [] })),
        { code: 'name_taken' },
      )
      await inAccount((tx) => changeDepartment(tx, account, id, { name: 'Help', agents: [owner.id, admin.id] }))
      assert.deepEqual(await inAccount((tx) => readDepartments(tx, account)), [
        { id, name: 'Help', agents: [owner.id, admin.id] },
      ])
      await inAccount((tx) => removeDepartment(tx, account, id))
      await assert.rejects(
        inAccount((tx) => removeDepartment(tx, account, id)),
        { code: 'not_found' },
      )
    })
  })
}
