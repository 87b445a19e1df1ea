import type { Microseconds } from '../../time/units.ts';
import type { CancelCommand, EnterCommand, Idempotency, OrderId, OrderTicket, ReplaceCommand } from '../api/index.ts';
import { hashWith, KnownTexts } from '../collections/index.ts';
import { decodeCommand } from './command-codecs.ts';
import type { JournaledCommand } from './journaled-command.ts';

const LINE_END = 0x0a;
const QUOTE = 0x22;
const COMMA = 0x2c;
const ZERO = 0x30;
const BACKSLASH = 0x5c;
const CLOSING_BRACKET = 0x5d;

/** 1 for each byte that stands for itself in a text: ASCII that needs no escape. */
const PLAIN = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number(byte >= 0x20 && byte < 0x7f && byte !== QUOTE && byte !== BACKSLASH),
);

/** Any number with this many digits is a small integer of V8. */
const SMALL_DIGITS = 9;
/** A safe integer has no more. */
const DIGITS_MAX = 16;

const ENTER = Buffer.from('["enter",');
const CANCEL = Buffer.from('["cancel",');
const REPLACE = Buffer.from('["replace",');
const NULL = Buffer.from('null');
const TRUE = Buffer.from('true');
const FALSE = Buffer.from('false');
const KEY = Buffer.from('{"key":');
const BODY_HASH = Buffer.from(',"bodyHash":');
const OBJECT_END = Buffer.from('}');

const CONTINGENCIES = ['None', 'All or None', 'Minimum Quantity'];
const CHOICES = ['Limit', 'RFQ', 'buy', 'sell', 'GTC', 'Day', 'Other', 'IOC', 'Auction', ...CONTINGENCIES];

type Timed<T> = { -readonly [K in keyof T]: T[K] } & { readonly time: Microseconds };

/**
 * Reads the commands of a group of the journal. New orders, cancels and replacements in their usual form, which are
 * nearly all that a journal holds, are read byte by byte: JSON.parse takes twice as long, and leaves more to be
 * collected. Any other line, and one that has anything unusual, goes through JSON.parse.
 */
class CommandText {
  readonly #known = new KnownTexts(CHOICES);
  #bytes: Buffer = Buffer.alloc(0);
  #at = 0;
  /** Whether all of the line so far is as it is usually. */
  #isUsual = true;

  commandsOf(payload: Buffer): JournaledCommand[] {
    const commands: JournaledCommand[] = [];
    if (payload.length === 0) return commands;
    this.#bytes = payload;
    for (let line = 0; ; line++) {
      const command = this.#usual(line);
      if (command !== undefined) {
        commands.push(command);
        line = this.#at;
      } else {
        const found = payload.indexOf(LINE_END, line);
        const end = found < 0 ? payload.length : found;
        commands.push(decodeCommand(JSON.parse(payload.toString('utf8', line, end)) as unknown[]));
        line = end;
      }
      if (line === payload.length) return commands;
    }
  }

  /** The command of the line that starts there, with `#at` after it; undefined when the line is unusual. */
  #usual(line: number): JournaledCommand | undefined {
    this.#at = line;
    this.#isUsual = true;
    const command = this.#read(this.#bytes[line + 2]);
    this.#take(CLOSING_BRACKET);
    const isWhole = this.#at === this.#bytes.length || this.#bytes[this.#at] === LINE_END;
    return this.#isUsual && isWhole ? command : undefined;
  }

  /** @param initial of the type */
  #read(initial: number | undefined): JournaledCommand | undefined {
    if (initial === ENTER[2] && this.#finds(ENTER)) return this.#enter();
    if (initial === CANCEL[2] && this.#finds(CANCEL)) return this.#cancel();
    if (initial === REPLACE[2] && this.#finds(REPLACE)) return this.#replace();
    return undefined;
  }

  #enter(): JournaledCommand {
    const time = this.#number();
    const clientId = this.#text();
    const securityId = this.#number();
    const memberId = this.#text();
    const accountId = this.#textOrNull();
    const type = this.#text();
    const side = this.#text();
    const quantity = this.#number();
    const price = this.#number();
    const expiration = this.#text();
    const expirationDate = this.#textOrNull();
    const disclosed = this.#boolean();
    const contingency = this.#text();
    const minimum = this.#number();
    const solicited = this.#boolean();
    const token = this.#finds(NULL) ? null : this.#own();
    this.#take(COMMA);
    const ip = this.#text();
    const idempotency = this.#idempotency();
    const ticket = {
      clientId,
      securityId,
      memberId,
      accountId,
      type,
      side,
      token,
      disclosed,
      solicited,
      expiration,
      expirationDate,
      ip,
    } as OrderTicket;
    const command = { type: 'enter', ticket, quantity, price, contingency, minimum, time } as Timed<EnterCommand>;
    if (idempotency !== undefined) command.idempotency = idempotency;
    return command;
  }

  #cancel(): JournaledCommand {
    const time = this.#number();
    const clientId = this.#text();
    const orderId = this.#number() as OrderId;
    const command: Timed<CancelCommand> = { type: 'cancel', clientId, orderId, time };
    this.#endChange(command);
    return command;
  }

  #replace(): JournaledCommand {
    const time = this.#number();
    const clientId = this.#text();
    const orderId = this.#number() as OrderId;
    const command: Timed<ReplaceCommand> = { type: 'replace', clientId, orderId, time };
    const quantity = this.#numberOrNull();
    if (quantity !== null) command.quantity = quantity;
    const price = this.#numberOrNull();
    if (price !== null) command.price = price;
    const contingency = this.#textOrNull();
    if (contingency !== null) command.contingency = contingency as NonNullable<ReplaceCommand['contingency']>;
    const minimum = this.#numberOrNull();
    if (minimum !== null) command.minimum = minimum;
    this.#endChange(command);
    this.#newToken(command);
    return command;
  }

  /** The last value of a replacement, after the token and the user, of which calls with API keys have none. */
  #newToken(command: Timed<ReplaceCommand>): void {
    if (this.#bytes[this.#at] !== COMMA) return;
    this.#at++;
    if (!this.#finds(NULL)) this.#isUsual = false;
    this.#take(COMMA);
    command.newToken = this.#own();
  }

  /** Optional values at the end of a change of an order: an idempotency key, and the order's token. */
  #endChange(command: Timed<CancelCommand | ReplaceCommand>): void {
    const idempotency = this.#idempotency();
    if (idempotency !== undefined) command.idempotency = idempotency;
    if (this.#bytes[this.#at] !== COMMA) return;
    this.#at++;
    if (!this.#finds(NULL)) command.token = this.#own();
  }

  #idempotency(): Idempotency | undefined {
    if (this.#finds(NULL)) return undefined;
    if (!this.#finds(KEY)) this.#isUsual = false;
    const key = this.#own();
    if (!this.#finds(BODY_HASH)) this.#isUsual = false;
    const bodyHash = this.#own();
    if (!this.#finds(OBJECT_END)) this.#isUsual = false;
    return { key, bodyHash };
  }

  /** A whole number from 0 on, and the comma after it. */
  #number(): number {
    const bytes = this.#bytes;
    const from = this.#at;
    let at = from;
    let value = 0;
    let digit = bytes[at]! - ZERO;
    while (digit >= 0 && digit <= 9 && at < from + SMALL_DIGITS) {
      value = (value * 10 + digit) | 0;
      digit = bytes[++at]! - ZERO;
    }
    this.#at = at;
    if (at === from + SMALL_DIGITS && digit >= 0 && digit <= 9) value = this.#longNumber(value);
    // JSON has no numbers such as 01.
    else if (at === from || (bytes[from] === ZERO && at > from + 1)) this.#isUsual = false;
    this.#take(COMMA);
    return value;
  }

  /** Goes on with a number whose first digits are known. */
  #longNumber(first: number): number {
    const bytes = this.#bytes;
    const from = this.#at;
    let at = from;
    let value = first;
    for (let digit = bytes[at]! - ZERO; digit >= 0 && digit <= 9; digit = bytes[++at]! - ZERO)
      value = value * 10 + digit;
    this.#at = at;
    const isExact = at - from + SMALL_DIGITS <= DIGITS_MAX && value <= Number.MAX_SAFE_INTEGER;
    if (!isExact || bytes[from - SMALL_DIGITS] === ZERO) this.#isUsual = false;
    return value;
  }

  #numberOrNull(): number | null {
    if (!this.#finds(NULL)) return this.#number();
    this.#take(COMMA);
    return null;
  }

  #boolean(): boolean {
    const isTrue = this.#finds(TRUE);
    if (!isTrue && !this.#finds(FALSE)) this.#isUsual = false;
    this.#take(COMMA);
    return isTrue;
  }

  /** A text that others are likely to have too, and the comma after it. */
  #text(): string {
    const bytes = this.#bytes;
    const from = this.#at + 1;
    let at = from;
    let hash = 0;
    for (let byte = bytes[at]!; PLAIN[byte] === 1; byte = bytes[++at]!) hash = hashWith(hash, byte);
    if (bytes[from - 1] !== QUOTE || bytes[at] !== QUOTE) this.#isUsual = false;
    this.#at = at + 1;
    this.#take(COMMA);
    return this.#isUsual ? this.#known.of(bytes, from, at, hash) : '';
  }

  #textOrNull(): string | null {
    if (!this.#finds(NULL)) return this.#text();
    this.#take(COMMA);
    return null;
  }

  /** A text of this command alone, without the bytes after it. */
  #own(): string {
    const bytes = this.#bytes;
    const from = this.#at + 1;
    let at = from;
    while (PLAIN[bytes[at]!] === 1) at++;
    if (bytes[from - 1] !== QUOTE || bytes[at] !== QUOTE) this.#isUsual = false;
    this.#at = at + 1;
    return this.#isUsual ? bytes.toString('latin1', from, at) : '';
  }

  #take(byte: number): void {
    if (this.#bytes[this.#at] !== byte) this.#isUsual = false;
    this.#at++;
  }

  /** Whether these bytes come next; then `#at` is after them. */
  #finds(expected: Buffer): boolean {
    const bytes = this.#bytes;
    const from = this.#at;
    for (let at = 0; at < expected.length; at++) if (bytes[from + at] !== expected[at]) return false;
    this.#at = from + expected.length;
    return true;
  }
}

const text = new CommandText();

/** The commands of the payload of a group, in order. */
export function commandsIn(payload: Buffer): JournaledCommand[] {
  return text.commandsOf(payload);
}
