import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { FILE_HEADER_BYTES, GROUP_HEADER_BYTES } from '../../../src/exchange/journal/format.ts';
import {
  commandsOf,
  JOURNAL_START,
  JournalDamaged,
  type JournalPosition,
  readJournal,
} from '../../../src/exchange/journal/reader.ts';
import { listSegments } from '../../../src/exchange/journal/segments.ts';
import { JournalTail } from '../../../src/exchange/journal/tail.ts';
import { cutTornTail } from '../../../src/exchange/journal/torn-tail.ts';
import { JournalWriter } from '../../../src/exchange/journal/writer.ts';
import { encodeCommand, type JournaledCommand } from '../../../src/exchange/journaled-command.ts';
import { FaultyFileSystem } from '../../support/faulty-file-system.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const files = new FaultyFileSystem();

function command(number: number): JournaledCommand {
  return { type: 'cancel', time: 1_000_000 + number, clientId: 'a', orderId: number };
}

function open(folder: string, segmentBytesMax = 1_000_000, with_ = files): JournalWriter {
  const end = readJournal(with_, folder, 0, JOURNAL_START, () => {});
  cutTornTail(with_, end);
  return new JournalWriter(with_, folder, 0, segmentBytesMax, end);
}

/** A journal of groups of one, two, three ... commands, numbered from 1. */
async function writeGroups(folder: string, groups: number, segmentBytesMax = 1_000_000): Promise<number> {
  const writer = open(folder, segmentBytesMax);
  let number = writer.sequence;
  for (let group = 1; group <= groups; group++) {
    const lines: string[] = [];
    for (let index = 0; index < group; index++) lines.push(encodeCommand(command(++number)));
    await writer.append(lines);
  }
  writer.close();
  return number;
}

function readNumbers(folder: string, from: JournalPosition = JOURNAL_START): number[] {
  const numbers: number[] = [];
  readJournal(files, folder, 0, from, (group, firstSequence) => {
    for (const [index, one] of commandsOf(group).entries()) {
      const { orderId } = one as { orderId: number };
      expect(orderId).toBe(firstSequence + index);
      numbers.push(orderId);
    }
  });
  return numbers;
}

function upTo(number: number): number[] {
  return Array.from({ length: number }, (_, index) => index + 1);
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
    const tail = new JournalTail(files, folder, JOURNAL_START);
    while (tail.next(21) !== undefined) positions.push(tail.position);
    expect(positions.map(({ sequence }) => sequence)).toEqual([1, 3, 6, 10, 15, 21]);
    for (const position of positions) {
      expect(readNumbers(folder, position)).toEqual(upTo(21).slice(position.sequence));
    }
  });

  test('costs one write and one fdatasync a group', async () => {
    const folder = temporaryFolder();
    const counted = new FaultyFileSystem();
    const writer = open(folder, 1_000_000, counted);
    const { writes, syncs } = counted;
    await writer.append(upTo(50).map((number) => encodeCommand(command(number))));
    expect([counted.writes - writes, counted.syncs - syncs]).toEqual([1, 1]);
    writer.close();
  });
});

describe('a torn last record', () => {
  test('is cut off wherever it tears, and the journal goes on behind the last whole group', async () => {
    const whole = temporaryFolder();
    await writeGroups(whole, 3);
    const [segment] = listSegments(files, whole);
    const bytes = readFileSync(segment!.path);
    const twoGroups = bytes.length - (GROUP_HEADER_BYTES + upToLength([4, 5, 6]));
    for (let length = twoGroups; length < bytes.length; length += 7) {
      const folder = temporaryFolder();
      writeFileSync(`${folder}/${segment!.name}`, bytes.subarray(0, length));
      const end = readJournal(files, folder, 0, JOURNAL_START, () => {});
      expect(end).toMatchObject({ sequence: 3, size: twoGroups, tornBytes: length - twoGroups });
      const last = await writeGroups(folder, 1);
      expect(last).toBe(4);
      expect(readNumbers(folder)).toEqual(upTo(4));
    }
  });

  test('is kept beside the segment', async () => {
    const folder = temporaryFolder();
    await writeGroups(folder, 2);
    const [segment] = listSegments(files, folder);
    appendFileSync(segment!.path, 'GRUP torn');
    const end = readJournal(files, folder, 0, JOURNAL_START, () => {});
    const kept = cutTornTail(files, end);
    expect(readFileSync(kept!, 'utf8')).toBe('GRUP torn');
    expect(readFileSync(segment!.path).length).toBe(end.size);
  });

  test('a segment whose header never became whole is begun again', async () => {
    const folder = temporaryFolder();
    await writeGroups(folder, 4, 300);
    const segments = listSegments(files, folder);
    const last = segments.at(-1)!;
    writeFileSync(last.path, readFileSync(last.path).subarray(0, 20));
    const before = last.firstSequence - 1;
    await writeGroups(folder, 1, 300);
    expect(readNumbers(folder)).toEqual(upTo(before + 1));
  });
});

function upToLength(numbers: number[]): number {
  return numbers.map((number) => encodeCommand(command(number))).join('\n').length;
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
      `${segments[2]!.path}: a segment before it is missing (commands ${segments[1]!.firstSequence} to ${segments[2]!.firstSequence - 1})`,
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
    const other = { sequence: 3, hash: Buffer.alloc(32, 1) };
    writeFileSync(segment!.path, bytes);
    expect(() => readNumbers(folder, other)).toThrow('the chain of groups at command 3 is not the one');
  });

  test('a journal that ends before what is known to have been written', async () => {
    const folder = temporaryFolder();
    await writeGroups(folder, 2);
    expect(() => readNumbers(folder, { sequence: 9, hash: Buffer.alloc(32) })).toThrow(
      'the journal ends at command 3, but commands up to 9 are known to have been written',
    );
  });

  test('a journal of another shard', async () => {
    const folder = temporaryFolder();
    await writeGroups(folder, 1);
    expect(() => readJournal(files, folder, 5, JOURNAL_START, () => {})).toThrow('it belongs to shard 0');
  });
});

describe('a tail', () => {
  test('hands out no group beyond what is durable', async () => {
    const folder = temporaryFolder();
    const writer = open(folder, 300);
    const tail = new JournalTail(files, folder, JOURNAL_START);
    const seen: number[] = [];
    for (let number = 1; number <= 12; number += 2) {
      await writer.append([encodeCommand(command(number)), encodeCommand(command(number + 1))]);
      expect(tail.next(number - 1)).toBeUndefined();
      const group = tail.next(number + 1);
      seen.push(...commandsOf(group!).map((one) => (one as { orderId: number }).orderId));
      expect(tail.next(number + 1)).toBeUndefined();
    }
    expect(seen).toEqual(upTo(12));
    writer.close();
  });
});
