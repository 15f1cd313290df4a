-- Run once by the postgres image of compose.yaml, on an empty volume: the program's user owns its database and nothing else.
\getenv password POSTGRES_PASSWORD
create role entree login password :'password';
create database entree owner entree;
-- The superuser has the same password until here. From now on it gets in from inside its container only.
alter role postgres password null;
