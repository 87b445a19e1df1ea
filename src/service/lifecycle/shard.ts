/** Today there is one engine; ids tell its number already. */
export const SHARD = 0;
