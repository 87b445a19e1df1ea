/** Today there is one engine; ids already contain its number. */
export const SHARD = 0;
