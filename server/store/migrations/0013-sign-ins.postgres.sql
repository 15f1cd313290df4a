-- Refused sign-ins are limited in number; those above it are deleted here once, because there may be millions.
delete from sign_ins where result <> 'signed in' and position <= (select max(position) from sign_ins) - 10000;
create index sign_ins_by_time on sign_ins (at);
