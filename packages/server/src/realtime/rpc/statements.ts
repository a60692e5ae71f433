import { statement } from '../../db/statement.ts'

/** One row for each target. */
export const putRequests = statement(
  'rpc_put',
  `insert into rpc (id, target, method, request, until)
   select t.id, t.target, $3, $4, $5 from unnest($1::uuid[], $2::text[]) as t(id, target)`,
)

/** Those that have no answer, in the order in which they were asked. A process that gives up removes its own; others are too old. */
export const readRequests = statement(
  'rpc_requests',
  'select id, method, request from rpc where target = $1 and answer is null and until > $2 order by until',
)

export const putAnswer = statement('rpc_answer', 'update rpc set answer = $2 where id = $1')

export const readAnswers = statement(
  'rpc_answers',
  'select id, answer from rpc where id = any($1::uuid[]) and answer is not null',
)

export const dropRequests = statement('rpc_drop', 'delete from rpc where id = any($1::uuid[])')

/** Of a process that has died. */
export const dropRequestsOf = statement('rpc_drop_of', 'delete from rpc where id between $1 and $2')

export const sweepRequests = statement(
  'rpc_sweep',
  'delete from rpc where id in (select id from rpc where until < $1 limit $2) returning id',
)
