import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { OrderId } from '../../../src/exchange/api/units.ts';
import { encodeCommand } from '../../../src/exchange/commands/command-codecs.ts';
import { commandsIn } from '../../../src/exchange/commands/command-text.ts';
import { journalStart } from '../../../src/exchange/journal/reader.ts';
import { listSegments } from '../../../src/exchange/journal/segments.ts';
import { JournalTail } from '../../../src/exchange/journal/tail.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { appendGroups, command, files, linesAfter, open, upTo } from './groups.ts';

describe('a tail', () => {
  test('hands out no group that is not durable', async () => {
    const folder = temporaryFolder();
    const writer = open(folder, 300);
    const tail = new JournalTail(files, folder, journalStart(0));
    const seen: number[] = [];
    for (let number = 1; number <= 12; number += 2) {
      await writer.append([encodeCommand(command(number as OrderId)), encodeCommand(command((number + 1) as OrderId))]);
      expect(tail.next(number - 1)).toBeUndefined();
      const group = tail.next(number + 1);
      seen.push(...commandsIn(group!.payload).map((one) => (one as { orderId: number }).orderId));
      expect(tail.next(number + 1)).toBeUndefined();
    }
    expect(seen).toEqual(upTo(12));
    writer.close();
  });

  test('finds groups where it read unused space before, and those of the segment that follows', async () => {
    const folder = temporaryFolder();
    const writer = open(folder, 4000);
    const tail = new JournalTail(files, folder, journalStart(0));
    for (let group = 1; group <= 30; group++) {
      await writer.append(linesAfter(writer.sequence, group % 7 || 7));
      while (tail.next(writer.sequence) !== undefined);
      expect(tail.position.sequence).toBe(writer.sequence);
    }
    expect(listSegments(files, folder).length).toBeGreaterThan(1);
    writer.close();
  });

  test('says where a group that is known to be durable is not', async () => {
    const folder = temporaryFolder();
    const writer = await appendGroups(folder, 2);
    const tail = new JournalTail(files, folder, journalStart(0));
    while (tail.next(3) !== undefined);
    expect(() => tail.next(4)).toThrow(/log: no group starts here \(at byte \d+\)/);
    writer.close();
  });

  test.each([1, 300])('refuses a group of another chain, in segments of %d bytes', async (segmentBytesMax) => {
    const [folder, other] = [temporaryFolder(), temporaryFolder()];
    for (const [place, clientId] of [
      [folder, 'a'],
      [other, 'b'],
    ] as const) {
      const writer = open(place, segmentBytesMax);
      for (let number = 1; number <= 12; number++) {
        const { time } = command(number as OrderId);
        await writer.append([encodeCommand({ type: 'cancel', time, clientId, orderId: number as OrderId })]);
      }
      writer.close();
    }
    const tail = new JournalTail(files, folder, journalStart(0));
    expect(tail.next(1)?.firstSequence).toBe(1);
    // Each file is whole, and begins where the one before it ends.
    for (const { path, name, firstSequence } of listSegments(files, other)) {
      if (firstSequence > 1) copyFileSync(path, join(folder, name));
    }
    expect(() => {
      while (tail.next(12) !== undefined);
    }).toThrow(/the group at command \d+ does not follow/);
  });
});
