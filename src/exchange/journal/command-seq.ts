import type { Brand } from '../../matching/index.ts';

/**
 * The number of a command in the journal of its shard, from 1 without gaps. Any number may be one, except a number
 * that is branded otherwise: the number of an event counts something else.
 */
export type CommandSeq = number & Partial<Brand<'CommandSeq'>>;
