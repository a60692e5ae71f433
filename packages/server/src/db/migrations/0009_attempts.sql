-- An attempt is written in the transaction that settles its delivery, under its lease: to look for the delivery once more
-- costs a third of what writing it does. Whoever deletes deliveries deletes their attempts.
alter table attempt drop constraint attempt_account_id_delivery_id_fkey;
