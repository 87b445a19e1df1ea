-- Reports of a register name parts of shares, too.
alter table register_changes add column rest bigint not null default 0; -- Millionths of a share in addition to shares.
