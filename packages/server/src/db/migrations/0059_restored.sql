-- When the database was restored from a backup. Deliveries up to `held_to` are held until an operator decides; null: none is held.
alter table installation add column restored_at timestamptz;
alter table installation add column held_to bigint;
