-- What the delivery was written for, as the header `traceparent` names it; null when nothing is traced.
alter table delivery add column trace text;
