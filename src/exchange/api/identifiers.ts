/**
 * Ids of orders and matches are whole numbers whose last two digits name the shard, that is, which engine and journal
 * they belong to. So securities can be spread over several engines without changing an id.
 */
const SHARDS_MAX = 100;

/** The id of the `count`th order or match of a shard; counting starts at 1. */
export function idOf<Id extends number>(count: number, shard: number): Id {
  return ((count + 1000) * SHARDS_MAX + shard) as Id;
}
