-- The agent who put the chat back into the queue or gave it to a department: the alert is for the others.
alter table alert add column by_agent_id int;
