/** The contents of the frames between a node and the leader. */
import type { Command } from '../../exchange/api/index.ts';
import { commandsIn, encodeCommand, type JournaledCommand } from '../../exchange/commands/index.ts';
import type { CommandSeq } from '../../exchange/journal/index.ts';
import { isUseReport, type UseReport } from '../../usage/index.ts';
import { BadFrame } from './frames.ts';

/** A command with the number that the node gave it: each of a process has a higher one than those before. */
export interface NumberedLine {
  readonly number: number;
  /** As a line of the journal. */
  readonly line: string;
}

/** The leader gives it its time. */
export function lineOf(command: Command): string {
  return encodeCommand({ ...command, time: 0 } as JournaledCommand);
}

export function commandsText(numbered: readonly NumberedLine[]): string {
  const numbers = numbered.map(({ number }) => number).join(' ');
  return `${numbers}\n${numbered.map(({ line }) => line).join('\n')}`;
}

/** The numbers and their commands. Throws BadFrame. */
export function readCommands(contents: Buffer): readonly (readonly [number: number, command: Command])[] {
  const end = contents.indexOf(10);
  if (end < 0) throw new BadFrame('commands without numbers');
  const numbers = contents.toString('latin1', 0, end).split(' ').map(Number);
  let commands: readonly JournaledCommand[];
  try {
    commands = commandsIn(contents.subarray(end + 1));
  } catch (error) {
    throw new BadFrame(`commands that cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (commands.length !== numbers.length || !numbers.every(Number.isSafeInteger)) {
    throw new BadFrame(`${numbers.length} numbers of ${commands.length} commands`);
  }
  return numbers.map((number, index) => [number, commands[index] as Command]);
}

/**
 * What became of a command: it is durable and its effects are in the journal up to a position, or it was refused for
 * a reason for which the venue takes no commands now.
 */
export type Answer = readonly [number: number, result: CommandSeq | string];

/** First message of the node that opens the connection. */
export interface Hello {
  readonly challenge: string;
  /** With each key of the node. */
  readonly proofs: readonly string[];
  /** The process: a restarted node has another name. */
  readonly process: string;
}

export interface Welcome {
  readonly proof: string;
  readonly epoch: number;
  /** Of the leader's copy: all commands of earlier epochs are up to there. */
  readonly sequence: CommandSeq;
}

/** What the proof of a welcome covers. */
export const saidIn = ({ epoch, sequence }: Pick<Welcome, 'epoch' | 'sequence'>) => `${epoch} ${sequence}`;

/** Throws BadFrame. */
export function readUse(contents: Buffer): UseReport {
  const report = parsed<unknown>(contents);
  if (!isUseReport(report)) throw new BadFrame('a report of use that cannot be read');
  return report;
}

/** Parsed contents. Throws BadFrame. */
export function parsed<T>(contents: Buffer): T {
  try {
    return JSON.parse(contents.toString()) as T;
  } catch {
    throw new BadFrame('contents that are not JSON');
  }
}
