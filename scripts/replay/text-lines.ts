import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { ReplayFailure } from './failure.ts';

const LINE_LENGTH_MAX = 1000;

/** Lines that follow each other in a file. */
export interface TextLines {
  readonly lines: readonly string[];
  /** The number of the first, counted from 1. */
  readonly first: number;
}

/**
 * The lines of a text file, as many at a time as one read gives; unpacked when its name ends in .gz, without their
 * line ends and without an empty last one. Throws ReplayFailure naming the file when it cannot be read, or has a line
 * of more than 1000 characters.
 */
export async function* textLines(file: string): AsyncGenerator<TextLines> {
  let first = 1;
  let rest = '';
  for await (const chunk of chunksOf(file)) {
    const lines = (rest + chunk).split(/\r?\n/);
    rest = lines.pop() ?? '';
    // A line that is too long shows as a rest that grows, so that memory stays bounded.
    if (rest.length > LINE_LENGTH_MAX) throw tooLong(file, first + lines.length);
    const long = lines.findIndex((line) => line.length > LINE_LENGTH_MAX);
    if (long >= 0) throw tooLong(file, first + long);
    yield { lines, first };
    first += lines.length;
  }
  if (rest !== '') yield { lines: [rest], first };
}

function tooLong(file: string, number: number): ReplayFailure {
  return new ReplayFailure(`${file}, line ${number}: longer than ${LINE_LENGTH_MAX} characters`);
}

async function* chunksOf(file: string): AsyncGenerator<string> {
  const source = createReadStream(file);
  const packed = file.endsWith('.gz');
  const stream = packed ? source.pipe(createGunzip()) : source;
  // pipe does not hand errors on.
  if (packed) source.once('error', (error) => stream.destroy(error));
  try {
    for await (const chunk of stream.setEncoding('latin1')) yield chunk as string;
  } catch (error) {
    throw new ReplayFailure(`${file} cannot be read: ${(error as Error).message}`);
  } finally {
    source.destroy();
  }
}
