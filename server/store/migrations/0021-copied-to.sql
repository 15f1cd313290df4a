-- Where `copy-store` carried this store to: no server starts on it any more. One row at most.
create table copied_to (
  target text not null,
  copied_at bigint not null
) /*sqlite strict*/;
