import { expect, test } from 'vitest';
import { Progress } from '../../scripts/replay/progress.ts';

test('progress is reported once a second, with the speed since then, whatever was played before this run', () => {
  const lines: string[] = [];
  let nowMs = 0;
  const progress = new Progress(
    (line) => lines.push(line),
    () => nowMs,
  );
  for (const [at, messages] of [
    [5000, 1000],
    [5500, 1800],
    [6000, 3000],
    [6900, 4000],
    [8000, 13_000],
  ] as const) {
    nowMs = at;
    progress.played(messages);
  }
  expect(lines).toEqual(['3,000 messages, 2,000 a second', '13,000 messages, 5,000 a second']);
});
