-- A change of these indexes first goes to a list, which is then worked into the index at once. With the default of 4 MB that took
-- 60 to 150 ms, for which every message waited on the embedded database. 64 kB, the smallest that is allowed, take 8 to 15 ms.
alter index chat_words_found set (gin_pending_list_limit = 64);
alter index contact_found set (gin_pending_list_limit = 64);
