import type { OrderId } from '../../../src/exchange/api/units.ts';
import { encodeCommand } from '../../../src/exchange/commands/command-codecs.ts';
import type { JournaledCommand } from '../../../src/exchange/commands/journaled-command.ts';
import { journalStart, readJournal } from '../../../src/exchange/journal/reader.ts';
import { cutTornTail } from '../../../src/exchange/journal/torn-tail.ts';
import { JournalWriter } from '../../../src/exchange/journal/writer.ts';
import { FaultyFileSystem } from '../../support/faulty-file-system.ts';

export const files = new FaultyFileSystem();

export function command(number: OrderId): JournaledCommand {
  return { type: 'cancel', time: 1_000_000 + number, clientId: 'a', orderId: number };
}

export function open(folder: string, segmentBytesMax = 1_000_000, with_ = files): JournalWriter {
  const end = readJournal(with_, folder, journalStart(0), () => {});
  cutTornTail(with_, end);
  return new JournalWriter(with_, folder, segmentBytesMax, end);
}

/** A journal of groups of one, two, three ... commands, numbered from 1. */
export async function writeGroups(folder: string, groups: number, segmentBytesMax = 1_000_000): Promise<number> {
  const writer = await appendGroups(folder, groups, segmentBytesMax);
  writer.close();
  return writer.sequence;
}

/** As writeGroups; the journal is as a killed process leaves it until the writer is closed. */
export async function appendGroups(
  folder: string,
  groups: number,
  segmentBytesMax = 1_000_000,
): Promise<JournalWriter> {
  const writer = open(folder, segmentBytesMax);
  for (let group = 1; group <= groups; group++) await writer.append(linesAfter(writer.sequence, group));
  return writer;
}

export function linesAfter(sequence: number, count: number): string[] {
  return Array.from({ length: count }, (_, index) => encodeCommand(command((sequence + index + 1) as OrderId)));
}

export function upTo(number: number): number[] {
  return Array.from({ length: number }, (_, index) => index + 1);
}
