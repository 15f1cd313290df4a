/*sqlite
-- Words that stand behind those that were known are added to the index; deleting and adding all took 100 ms.
drop trigger applicant_words_changed;
create trigger applicant_words_changed after update of words on applicants when new.words is not old.words begin
  insert into applicant_words (applicant_words, rowid, words)
    select 'delete', old.id,
      case when substr(new.words, 1, length(old.words) + 1) = old.words || ' ' then '' else old.words end
      where old.words is not null;
  insert into applicant_words (rowid, words) values (new.id,
    case when substr(new.words, 1, length(old.words) + 1) = old.words || ' '
      then substr(new.words, length(old.words) + 2) else new.words end);
end;
*/
