-- The log of pushes keeps no path of a callback address, which may be a secret of the receiver.
alter table push_delivery drop column if exists has_query, drop column if exists posted_date;
update push_delivery set callback = substring(callback from '^[^/]*//[^/]*');
