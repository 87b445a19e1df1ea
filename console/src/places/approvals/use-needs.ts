import { useEffect } from 'preact/hooks';
import { type Desk, useTopic } from '../../data/index.ts';

/** While it is looked at. */
const EVERY_MS = 3000;

/** Reads the queue more often while the reader decides. */
export function useNeeds({ needs, orders }: Desk): void {
  useTopic(needs.changed);
  useEffect(() => needs.keepReading(EVERY_MS), []);
  useEffect(() => orders.happened.subscribe(() => void needs.read()), []);
}
