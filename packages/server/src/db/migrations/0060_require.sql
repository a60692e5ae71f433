-- A transaction that was decided on what its process remembers says so with its writes: it fails when something else is stored.
create function deskbell_require(holds boolean) returns void language plpgsql as $$
begin
  if holds is not true then
    raise exception using errcode = 'DB001', message = 'what the transaction was decided on has changed';
  end if;
end $$;
