-- Modules contribute steps of an erasure, so the database does not know their names.
alter table erasure drop constraint erasure_step_check;
