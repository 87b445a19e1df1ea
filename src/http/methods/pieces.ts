/**
 * Long work of reads is done in pieces, and all reads together do one piece in each turn of the event loop: an order
 * that arrives waits for one piece at most, whoever reads and however much.
 */

import { systemTimers } from '../../time/timers.ts';
import type { Steps } from '../parameters/index.ts';

/** Records that are read, shown or written as text at once. */
export const PIECE_RECORDS = 100;
/** Characters of JSON that are written at once, the last record in full. */
const PIECE_CHARACTERS = 131_072;

/** The reads that wait for their turn, the longest waiting first. */
const waiting: (() => void)[] = [];

function release(): void {
  waiting.shift()?.();
  if (waiting.length > 0) systemTimers.soon(release);
}

/** Resolves in a turn of the event loop that no other read has. Reads take turns. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) systemTimers.soon(release);
  });
}

/** Before records are read at once: resolves in a later turn if they are more than one piece. */
export function turnFor(records: number): Promise<void> | undefined {
  return records > PIECE_RECORDS ? nextTurn() : undefined;
}

/** The result of the steps, of which each turn does as many as read one piece. */
export async function inTurns<T>(steps: Steps<T>): Promise<T> {
  let records = 0;
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    records += value;
    if (records < PIECE_RECORDS) continue;
    records = 0;
    await nextTurn();
  }
}

/** What `make` makes of the records, piece by piece; a list of one piece is made at once. */
export async function inPieces<R, T>(
  records: readonly R[],
  make: (piece: readonly R[]) => readonly T[] | Promise<readonly T[]>,
): Promise<readonly T[]> {
  if (records.length <= PIECE_RECORDS) return make(records);
  const made: T[] = [];
  for (let at = 0; at < records.length; at += PIECE_RECORDS) {
    await nextTurn();
    made.push(...(await make(records.slice(at, at + PIECE_RECORDS))));
  }
  return made;
}

/** A text in pieces, and its length in UTF-8. */
export interface TextPieces {
  readonly texts: readonly string[];
  readonly bytes: number;
}

/** Lists in lists and records that are looked into for long ones. */
const DEPTH = 4;

/** Whether a value is a list of more than one piece, or holds one. */
export function isLong(value: unknown, depth = DEPTH): boolean {
  if (typeof value !== 'object' || value === null || depth === 0) return false;
  if (Array.isArray(value)) return value.length > PIECE_RECORDS || value.some((one) => isLong(one, depth - 1));
  for (const name in value) if (isLong((value as Readonly<Record<string, unknown>>)[name], depth - 1)) return true;
  return false;
}

/**
 * The JSON text of a value, made piece by piece. Texts, because separate bytes would count as memory outside of
 * V8's heap, and V8 collects the whole heap when that grows by 64 MB.
 */
export async function jsonInPieces(value: unknown): Promise<TextPieces> {
  const texts: string[] = [];
  let bytes = 0;
  let [text, records] = ['', 0];
  const end = () => {
    texts.push(text);
    // Here and not at the end: V8 joins the text of its parts to count.
    bytes += Buffer.byteLength(text);
    [text, records] = ['', 0];
  };
  await nextTurn();
  for (const record of jsonByRecord(value)) {
    text += record;
    if (++records < PIECE_RECORDS && text.length < PIECE_CHARACTERS) continue;
    end();
    await nextTurn();
  }
  end();
  return { texts, bytes };
}

/** The JSON text of a value, of long lists in it record by record. */
function* jsonByRecord(value: unknown, before = ''): Generator<string, void, undefined> {
  if (!isLong(value)) return void (yield before + (JSON.stringify(value) ?? 'null'));
  const isList = Array.isArray(value);
  let separator = `${before}${isList ? '[' : '{'}`;
  for (const [name, member] of Object.entries(value as object)) {
    if (!isList && member === undefined) continue;
    yield* jsonByRecord(member, isList ? separator : `${separator}${JSON.stringify(name)}:`);
    separator = ',';
  }
  yield isList ? ']' : '}';
}

/** Of texts that are made at once; the last one in full. */
const PIECE_MS = 2;

/** The texts joined, made for PIECE_MS in each turn. */
export async function joinedInTurns(texts: Iterable<string>): Promise<string> {
  const made: string[] = [];
  let endsAtMs = 0;
  for (const text of texts) {
    made.push(text);
    if (systemTimers.nowMs() < endsAtMs) continue;
    await nextTurn();
    endsAtMs = systemTimers.nowMs() + PIECE_MS;
  }
  await nextTurn();
  return made.join('');
}
