/** The banks of routing numbers, from a file in the format of the FedACH directory. */
import { readFile } from 'node:fs/promises';
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

export class RoutingDirectory {
  readonly #banks: ReadonlyMap<string, Bank>;

  private constructor(banks: ReadonlyMap<string, Bank>) {
    this.#banks = banks;
  }

  /** Knows no bank. */
  static empty(): RoutingDirectory {
    return new RoutingDirectory(new Map());
  }

  /** Rejects where the file cannot be read, or a line is not of the format: the message names the line. */
  static async read(file: string): Promise<RoutingDirectory> {
    const bytes = await readFile(file);
    if (bytes.length > FILE_BYTES_MAX) throw new Error(`${file} has more than ${FILE_BYTES_MAX} bytes`);
    return RoutingDirectory.of(bytes.toString('latin1'));
  }

  /** As read, for its text. */
  static of(text: string): RoutingDirectory {
    const banks = new Map<string, Bank>();
    text.split(/\r?\n/).forEach((line, index) => {
      if (line.trim() === '') return;
      const routingNumber = line.slice(0, 9);
      if (!isRoutingNumber(routingNumber) || line.length < LINE_CHARACTERS_MIN) {
        throw new Error(`line ${index + 1} is not of the format of the FedACH directory`);
      }
      banks.set(routingNumber, { name: line.slice(35, 71).trim(), newRoutingNumber: replacementOf(line) });
    });
    return new RoutingDirectory(banks);
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
