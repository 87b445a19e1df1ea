import { expect } from 'vitest';
import type { Message } from './stream-client.ts';

/** Asserts that the messages of one subscription are a snapshot and then updates without gap, duplicate or lie. */
export function expectChain(messages: readonly Message[], lastSeq: number): void {
  const [first, ...updates] = messages;
  expect(first?.type).toBe('snapshot');
  let seq = first?.seq as number;
  for (const update of updates) {
    expect(update).toMatchObject({ type: 'update', prevSeq: seq, seq: seq + 1 });
    seq += 1;
  }
  expect(seq).toBe(lastSeq);
}
