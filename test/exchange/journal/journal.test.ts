import { appendFileSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { OrderId } from '../../../src/exchange/api/units.ts';
import { encodeCommand } from '../../../src/exchange/commands/command-codecs.ts';
import { commandsIn } from '../../../src/exchange/commands/command-text.ts';
import { endOfUse, FILE_HEADER_BYTES, GROUP_HEADER_BYTES } from '../../../src/exchange/journal/format.ts';
import {
  JournalDamaged,
  type JournalPosition,
  journalStart,
  readJournal,
} from '../../../src/exchange/journal/reader.ts';
import { listSegments } from '../../../src/exchange/journal/segments.ts';
import { JournalTail } from '../../../src/exchange/journal/tail.ts';
import { cutTornTail } from '../../../src/exchange/journal/torn-tail.ts';
import { FaultyFileSystem } from '../../support/faulty-file-system.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { appendGroups, command, files, linesAfter, open, upTo, writeGroups } from './groups.ts';

function readNumbers(folder: string, from: JournalPosition = journalStart(0)): number[] {
  const numbers: number[] = [];
  readJournal(files, folder, from, (group, firstSequence) => {
    for (const [index, one] of commandsIn(group.payload).entries()) {
      const { orderId } = one as { orderId: number };
      expect(orderId).toBe(firstSequence + index);
      numbers.push(orderId);
    }
  });
  return numbers;
}

describe('what was written', () => {
  test('is read back, over several segments and openings', async () => {
    const folder = temporaryFolder();
    await writeGroups(folder, 5, 300);
    const last = await writeGroups(folder, 4, 300);
    expect(last).toBe(15 + 10);
    expect(listSegments(files, folder).length).toBeGreaterThan(3);
    expect(readNumbers(folder)).toEqual(upTo(25));
  });

  test('is read from a position between two groups, in any segment', async () => {
    const folder = temporaryFolder();
    await writeGroups(folder, 6, 300);
    const positions: JournalPosition[] = [];
    const tail = new JournalTail(files, folder, journalStart(0));
    while (tail.next(21) !== undefined) positions.push(tail.position);
    expect(positions.map(({ sequence }) => sequence)).toEqual([1, 3, 6, 10, 15, 21]);
    for (const position of positions) {
      expect(readNumbers(folder, position)).toEqual(upTo(21).slice(position.sequence));
    }
  });

  test('costs one write and one fdatasync a group, and one write more where the file grows', async () => {
    const folder = temporaryFolder();
    const counted = new FaultyFileSystem();
    const writer = open(folder, 1_000_000, counted);
    const costs: number[][] = [];
    for (let group = 1; group <= 3; group++) {
      const { writes, syncs } = counted;
      await writer.append(linesAfter(writer.sequence, 50));
      costs.push([counted.writes - writes, counted.syncs - syncs]);
    }
    expect(costs).toEqual([
      [2, 1],
      [1, 1],
      [1, 1],
    ]);
    writer.close();
  });
});

describe('unused space', () => {
  test('is made for many groups at a time, within the size of a segment', async () => {
    const folder = temporaryFolder();
    const writer = open(folder, 100_000);
    const path = listSegments(files, folder)[0]!.path;
    const sizes = new Set<number>();
    for (let group = 1; group <= 40; group++) {
      await writer.append(linesAfter(writer.sequence, 10));
      sizes.add(statSync(path).size);
    }
    expect([...sizes]).toEqual([100_000]);
    writer.close();
  });

  test('after the last group is a clean end after a crash, and is used again', async () => {
    const folder = temporaryFolder();
    await appendGroups(folder, 3);
    const [segment] = listSegments(files, folder);
    const end = readJournal(files, folder, journalStart(0), () => {});
    expect(end).toMatchObject({ sequence: 6, tornBytes: 0, size: endOfUse(readFileSync(segment!.path), 0) });
    expect(end.size).toBeLessThan(statSync(segment!.path).size);
    expect(cutTornTail(files, end)).toBeNull();
    expect(statSync(segment!.path).size).toBe(end.size);
    await appendGroups(folder, 3);
    expect(readNumbers(folder)).toEqual(upTo(12));
  });

  test('does not stay in a journal that is closed, nor in a segment that is full', async () => {
    const folder = temporaryFolder();
    const writer = await appendGroups(folder, 6, 300);
    const segments = listSegments(files, folder);
    expect(segments.length).toBeGreaterThan(2);
    writer.close();
    for (const { path } of segments) expect(statSync(path).size).toBe(endOfUse(readFileSync(path), 0));
  });

  test('in a segment that is not the last is damage', async () => {
    const folder = temporaryFolder();
    await writeGroups(folder, 6, 300);
    const [first] = listSegments(files, folder);
    appendFileSync(first!.path, Buffer.alloc(512));
    expect(() => readNumbers(folder)).toThrow(/no group starts here \(at byte \d+\)/);
  });

  test('that a full disk does not give: the journal goes on as long as the groups themselves fit', async () => {
    for (const [fitting, left] of [
      [0, 1],
      [0, GROUP_HEADER_BYTES],
      [4, 0],
      [4, GROUP_HEADER_BYTES + 1],
    ] as const) {
      const folder = temporaryFolder();
      const full = new FaultyFileSystem();
      const writer = open(folder, 1_000_000, full);
      full.bytesLeft = fitting * (GROUP_HEADER_BYTES + upToLength([1])) + left;
      const { writes } = full;
      for (let group = 1; group <= fitting; group++) await writer.append(linesAfter(writer.sequence, 1));
      await expect(writer.append(linesAfter(fitting, 1))).rejects.toThrow('ENOSPC');
      // Space is asked for once, and not again with each group.
      expect(full.writes - writes).toBe(fitting === 0 ? 1 : fitting + 2);
      writer.close();
      expect(readNumbers(folder)).toEqual(upTo(fitting));
      const last = await writeGroups(folder, 1);
      expect(readNumbers(folder)).toEqual(upTo(last));
      expect(last).toBe(fitting + 1);
    }
  });
});

describe('a torn last record', () => {
  test('is cut off wherever it tears, and the journal goes on after the last whole group', async () => {
    const whole = temporaryFolder();
    await writeGroups(whole, 3);
    const [segment] = listSegments(files, whole);
    const bytes = readFileSync(segment!.path);
    const twoGroups = bytes.length - (GROUP_HEADER_BYTES + upToLength([4, 5, 6]));
    for (let length = twoGroups; length < bytes.length; length += 7) {
      const folder = temporaryFolder();
      writeFileSync(`${folder}/${segment!.name}`, bytes.subarray(0, length));
      const end = readJournal(files, folder, journalStart(0), () => {});
      const torn = endOfUse(bytes.subarray(0, length), twoGroups) - twoGroups;
      expect(end).toMatchObject({ sequence: 3, size: twoGroups, tornBytes: torn });
      const last = await writeGroups(folder, 1);
      expect(last).toBe(4);
      expect(readNumbers(folder)).toEqual(upTo(4));
    }
  });

  test('is kept next to the segment', async () => {
    const folder = temporaryFolder();
    await writeGroups(folder, 2);
    const [segment] = listSegments(files, folder);
    appendFileSync(segment!.path, 'GRUP torn');
    const end = readJournal(files, folder, journalStart(0), () => {});
    const kept = cutTornTail(files, end);
    expect(readFileSync(kept!, 'utf8')).toBe('GRUP torn');
    expect(readFileSync(segment!.path).length).toBe(end.size);
  });

  test('a segment whose header never became whole is begun again', async () => {
    const neverWhole = [
      (bytes: Buffer) => bytes.subarray(0, 20),
      () => Buffer.alloc(0),
      (bytes: Buffer) => Buffer.alloc(bytes.length),
      // The first group was on its way, too, and its last sectors came first.
      (bytes: Buffer) => Buffer.concat([Buffer.alloc(FILE_HEADER_BYTES + 10), bytes.subarray(FILE_HEADER_BYTES + 10)]),
    ];
    for (const damage of neverWhole) {
      const folder = temporaryFolder();
      await writeGroups(folder, 4, 300);
      const last = listSegments(files, folder).at(-1)!;
      writeFileSync(last.path, damage(readFileSync(last.path)));
      await writeGroups(folder, 1, 300);
      expect(readNumbers(folder)).toEqual(upTo(last.firstSequence));
    }
  });

  test('whichever sectors of the group on its way reached the disk, all groups before it are there', async () => {
    const sector = 512;
    const groups = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 6 });
    const reached = fc.array(fc.boolean(), { minLength: 8, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(groups, fc.integer({ min: 1, max: 80 }), reached, async (counts, last, isOnDisk) => {
        const folder = temporaryFolder();
        const writer = open(folder);
        for (const count of counts) await writer.append(linesAfter(writer.sequence, count));
        const acknowledged = writer.sequence;
        const path = lastPath(folder);
        const before = readFileSync(path);
        await writer.append(linesAfter(acknowledged, last));
        const whole = readFileSync(path);
        const disk = Buffer.from(whole);
        for (let at = 0; at < disk.length; at += sector) {
          if (isOnDisk[(at / sector) % isOnDisk.length] !== true) before.copy(disk, at, at, at + sector);
        }
        writeFileSync(path, disk);
        expect(readNumbers(folder)).toEqual(upTo(disk.equals(whole) ? acknowledged + last : acknowledged));
        const next = open(folder);
        await next.append(linesAfter(next.sequence, 1));
        expect(readNumbers(folder)).toEqual(upTo(next.sequence));
        next.close();
      }),
      { numRuns: 40 },
    );
  });
});

function lastPath(folder: string): string {
  return listSegments(files, folder).at(-1)!.path;
}

function upToLength(numbers: number[]): number {
  return numbers.map((number) => encodeCommand(command(number as OrderId))).join('\n').length;
}

describe('damage stops the start and names file and position', () => {
  test('a flipped bit anywhere before the last group', async () => {
    const folder = temporaryFolder();
    await writeGroups(folder, 4);
    const [segment] = listSegments(files, folder);
    const bytes = readFileSync(segment!.path);
    const lastGroup = bytes.length - (GROUP_HEADER_BYTES + upToLength([7, 8, 9, 10]));
    for (let at = FILE_HEADER_BYTES; at < lastGroup; at += 13) {
      const damaged = Buffer.from(bytes);
      damaged[at] = (damaged[at] as number) ^ 0x10;
      writeFileSync(segment!.path, damaged);
      expect(() => readNumbers(folder), `byte ${at}`).toThrow(JournalDamaged);
      expect(() => readNumbers(folder), `byte ${at}`).toThrow(/journal-0000000000000001\.log: .*\(at byte \d+\)/);
    }
  });

  test('zeros in the place of groups, with a whole group after them', async () => {
    const folder = temporaryFolder();
    const writer = await appendGroups(folder, 4);
    const path = lastPath(folder);
    const bytes = readFileSync(path);
    const second = FILE_HEADER_BYTES + GROUP_HEADER_BYTES + upToLength([1]);
    const last = endOfUse(bytes, 0) - (GROUP_HEADER_BYTES + upToLength([7, 8, 9, 10]));
    writeFileSync(path, bytes.fill(0, second, last));
    expect(() => readNumbers(folder)).toThrow(`${path}: no group starts here (at byte ${second})`);
    writeFileSync(path, bytes.fill(0, 0, last));
    expect(() => readNumbers(folder)).toThrow(`${path}: it is not a journal segment`);
    writer.close();
  });

  test('a flipped bit in the file header', async () => {
    const folder = temporaryFolder();
    await writeGroups(folder, 2);
    const [segment] = listSegments(files, folder);
    const bytes = readFileSync(segment!.path);
    for (const at of [0, 9, 13, 20, 30, 57]) {
      const damaged = Buffer.from(bytes);
      damaged[at] = (damaged[at] as number) ^ 0x01;
      writeFileSync(segment!.path, damaged);
      expect(() => readNumbers(folder), `byte ${at}`).toThrow(/journal-0000000000000001\.log/);
    }
  });

  test('a torn record in a segment that is not the last', async () => {
    const folder = temporaryFolder();
    await writeGroups(folder, 5, 300);
    const [first] = listSegments(files, folder);
    const bytes = readFileSync(first!.path);
    writeFileSync(first!.path, bytes.subarray(0, bytes.length - 3));
    expect(() => readNumbers(folder)).toThrow(/a group is cut off \(at byte \d+\)/);
  });

  test('a missing segment', async () => {
    const folder = temporaryFolder();
    await writeGroups(folder, 6, 300);
    const segments = listSegments(files, folder);
    rmSync(segments[1]!.path);
    expect(() => readNumbers(folder)).toThrow(
      `${segments[2]!.path}: a segment before it is missing (commands ${segments[1]!.firstSequence} to ` +
        `${segments[2]!.firstSequence - 1})`,
    );
  });

  test('a missing first segment', async () => {
    const folder = temporaryFolder();
    await writeGroups(folder, 6, 300);
    rmSync(listSegments(files, folder)[0]!.path);
    expect(() => readNumbers(folder)).toThrow('a segment before it is missing (commands 1 to');
  });

  test('a group that was left out, or an exchanged past: the chain does not hold', async () => {
    const folder = temporaryFolder();
    await writeGroups(folder, 3);
    const [segment] = listSegments(files, folder);
    const bytes = readFileSync(segment!.path);
    const first = GROUP_HEADER_BYTES + upToLength([1]);
    writeFileSync(
      segment!.path,
      Buffer.concat([bytes.subarray(0, FILE_HEADER_BYTES), bytes.subarray(FILE_HEADER_BYTES + first)]),
    );
    expect(() => readNumbers(folder)).toThrow('the group does not follow the one before it');
    const other = { shard: 0, sequence: 3, hash: Buffer.alloc(32, 1) };
    writeFileSync(segment!.path, bytes);
    expect(() => readNumbers(folder, other)).toThrow('the chain of groups at command 3 is not the one');
  });

  test('a journal that ends before what is known to have been written', async () => {
    const folder = temporaryFolder();
    await writeGroups(folder, 2);
    expect(() => readNumbers(folder, { shard: 0, sequence: 9, hash: Buffer.alloc(32) })).toThrow(
      'the journal ends at command 3, but commands up to 9 are known to have been written',
    );
  });

  test('a journal of another shard', async () => {
    const folder = temporaryFolder();
    await writeGroups(folder, 1);
    expect(() => readJournal(files, folder, journalStart(5), () => {})).toThrow('it belongs to shard 0');
    const tail = new JournalTail(files, folder, journalStart(5));
    expect(() => tail.next(1)).toThrow('it belongs to shard 0');
  });
});
