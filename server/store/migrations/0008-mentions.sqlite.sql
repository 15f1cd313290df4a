-- Of these people the list of people holds only the words of their newest 50 applications.
create index people_with_many_applications on people (kind, subject) where applications > 50;
-- Only few decisions have a note; each is searched for the address of who is to be erased.
create index decisions_with_note on decisions (position) where note is not null;
-- Nothing reads by it any more: lists by state come from the list of people.
drop index reviews_by_state;
