import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faultsOf } from './migrations.ts'

const found = (text: string, { n = '0070', released = [59] } = {}) =>
  faultsOf(`migrations/${n}_test.sql`, text, released).map((fault) => fault.replace(/^.*?": /, ''))

test('R31 a migration that only adds is right', () => {
  for (const text of [
    'create table a (id int not null, check (id > 0)); create index a_id on a (id); create unique index a_one on a (id);',
    'alter table chat add column b int',
    'alter table chat add column b int not null default 0, add column c text',
    'alter table chat add constraint b check (id > 0) not valid',
    'alter table chat alter column id drop not null; alter table chat drop constraint b; drop index chat_b;',
    "insert into a select 1; comment on table a is 'drop table chat; rename';",
    'create table a (id int); update a set id = 1; alter table a add constraint b check (id > 0);',
    'create or replace function f() returns int language sql as $$ select 1; drop table chat $$;',
    '-- drop table chat\ncreate table a (id int)',
  ])
    assert.deepEqual(found(text), [], text)
})

test('R31 one that breaks the version before, or stops it, is refused with what to do', () => {
  for (const [text, why] of [
    ['drop table chat', /uses what it drops/],
    ['alter table chat drop column state', /uses the column/],
    ['alter table chat drop state', /uses the column/],
    ['alter table chat rename column a to b', /knows the old name/],
    ['alter table chat alter column a type bigint', /add a column/],
    ['alter table chat alter column a set not null', /may write null/],
    ['alter table chat add column b int not null', /give it a default/],
    ['alter table chat add column a int default 1, add column b int not null', /give it a default/],
    ['alter table chat add constraint b check (id > 0)', /not valid/],
    ['alter table chat add foreign key (a) references b', /not valid/],
    ['create index chat_b on chat (b)', /in the background/],
    ['create unique index chat_b on chat (b)', /in the background/],
    ['update chat set b = 1', /in the background/],
    ['delete from chat', /in the background/],
    ['truncate event', /uses the rows/],
    ['lock table chat', /stops/],
  ] as const) {
    const faults = found(text)
    assert.equal(faults.length, 1, `${text}: ${faults.join()}`)
    assert.match(faults[0] ?? '', why)
  }
})

test('R31 what no released version uses may be removed', () => {
  const text = '-- contract: since 0061\nalter table chat drop column a'
  assert.deepEqual(found(text, { released: [59, 62] }), [])
  assert.match(found(text, { released: [59, 60] }).join(), /no version that knows migration 0061 was released/)
  assert.match(found('-- contract: since 0070\ndrop table a', { released: [80] }).join(), /an earlier one than 0070/)
  // The rest of the rules hold.
  assert.equal(found('-- contract: since 0061\ncreate index b on chat (c)', { released: [62] }).length, 1)
})

test('migrations from before are left as they are', () => {
  assert.deepEqual(found('drop table chat', { n: '0012' }), [])
})
