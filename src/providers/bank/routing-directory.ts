/** The banks of routing numbers, from a file in the format of the FedACH directory. */
import { readFile } from 'node:fs/promises';
import { linesOf } from './file-lines.ts';
import { isRoutingNumber } from './routing-number.ts';

export interface Bank {
  readonly name: string;
  /** The number that replaces it, where the bank has a new one. */
  readonly newRoutingNumber: string | null;
}

/** A line of the directory has 155 characters; the part after the name may be missing. */
const LINE_CHARACTERS_MIN = 71;
/** The directory has some 18,000 lines. */
const FILE_BYTES_MAX = 64 * 1024 * 1024;

/** Lines that are reported. */
const FAULTS_MAX = 20;
export class RoutingDirectory {
  readonly #banks: ReadonlyMap<string, Bank>;
  /** The first lines that are not of the format, from 1: they were left out. */
  readonly faults: readonly number[];

  private constructor(banks: ReadonlyMap<string, Bank>, faults: readonly number[] = []) {
    this.#banks = banks;
    this.faults = faults;
  }

  /** Knows no bank. */
  static empty(): RoutingDirectory {
    return new RoutingDirectory(new Map());
  }

  /** Rejects where the file cannot be read, or none of its lines is of the format. */
  static async read(file: string): Promise<RoutingDirectory> {
    const bytes = await readFile(file);
    if (bytes.length > FILE_BYTES_MAX) throw new Error(`${file} has more than ${FILE_BYTES_MAX} bytes`);
    return RoutingDirectory.of(bytes);
  }

  /** As read, for its content. */
  static of(content: Buffer): RoutingDirectory {
    const banks = new Map<string, Bank>();
    const faults: number[] = [];
    for (const [index, line] of linesOf(content).entries()) {
      if (line.trim() === '') continue;
      const routingNumber = line.slice(0, 9);
      if (isRoutingNumber(routingNumber) && line.length >= LINE_CHARACTERS_MIN) {
        banks.set(routingNumber, { name: line.slice(35, 71).trim(), newRoutingNumber: replacementOf(line) });
      } else faults.push(index + 1);
    }
    if (banks.size === 0 && faults.length > 0) {
      throw new Error(`line ${faults[0]} is not of the format of the FedACH directory, and no other line is`);
    }
    return new RoutingDirectory(banks, faults.slice(0, FAULTS_MAX));
  }

  get size(): number {
    return this.#banks.size;
  }

  bank(routingNumber: string): Bank | undefined {
    return this.#banks.get(routingNumber);
  }
}

/** Record type 2: entries go to the new number. */
function replacementOf(line: string): string | null {
  const number = line.slice(26, 35);
  return line[19] === '2' && isRoutingNumber(number) ? number : null;
}
