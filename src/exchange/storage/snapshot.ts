/**
 * Snapshots: the venue's state after one command, so that recovery need not read the journal from its first record.
 * A file of JSON lines; the last line holds the number of lines and the CRC-32 of all bytes before it. It is written
 * under another name, made durable and then renamed, so that a file with the right name is whole or was damaged later.
 */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { CalendarDay } from '../../calendar/schedule.ts';
import type { PendingWork } from '../../matching/index.ts';
import type { Microseconds } from '../../time/units.ts';
import {
  checkRules,
  type OrderId,
  type OrderLimits,
  type ReportedBlock,
  RULES,
  type SecurityId,
  type SelfTrade,
  type Shares,
  type TopOfBook,
  type WatchedSession,
} from '../api/index.ts';
import type { Values } from '../commands/index.ts';
import { VenueState } from '../desks/index.ts';
import type { CommandSeq, FileSystem, JournalPosition } from '../journal/index.ts';
import {
  bookContingencyOf,
  bookGuardsOf,
  bookSideOf,
  EFFECTS_MAX,
  fitsFilter,
  isTrading,
  type LineLoaders,
  noMarkers,
  OrderList,
  type OrderRecord,
  OrdersById,
  type PendingOfBook,
  RISK_LOADERS,
  type RiskLine,
  recordFrom,
  riskLines,
  type SecurityRecord,
  type StoredOutcome,
  type TransferState,
  type VenueCounters,
  valuesOf,
  type Walk,
} from '../records/index.ts';

const FORMAT = 'openats-snapshot';
const FORMAT_VERSION = 3;
const SNAPSHOT_NAME = /^snapshot-(\d{16})\.jsonl$/;
const CHUNK_BYTES = 1024 * 1024;

interface Header {
  readonly format: typeof FORMAT;
  readonly version: number;
  readonly shard: number;
  readonly sequence: CommandSeq;
  readonly hash: string;
  readonly counters: VenueCounters;
}

type Line =
  | readonly ['security', Omit<SecurityRecord, 'orders' | 'pending' | 'markers'>]
  | readonly ['order', Values]
  /** The orders that rest; of a book with pending effects also what remains of each, which its record has not yet. */
  | readonly ['book', SecurityId, readonly OrderId[], (readonly number[])?]
  | readonly ['pending', SecurityId, PendingOfBook]
  | readonly ['due', SecurityId, PendingWork]
  | readonly ['limits', OrderLimits]
  | readonly ['selfTrade', string, SelfTrade]
  | readonly ['cancelTimer', string, number]
  | readonly ['watched', string, WatchedSession, number | null]
  | RiskLine
  | readonly ['transfer', SecurityId, TransferState]
  | readonly ['blocks', number]
  | readonly ['block', ReportedBlock]
  | readonly ['calendar', string, CalendarDay]
  | readonly ['idempotency', StoredOutcome]
  | readonly ['top', TopOfBook];

export interface SnapshotFile {
  readonly path: string;
  readonly sequence: CommandSeq;
}

/** The snapshots of a folder, newest first. */
export function listSnapshots(files: FileSystem, folder: string): SnapshotFile[] {
  const found: SnapshotFile[] = [];
  for (const name of files.list(folder)) {
    const match = SNAPSHOT_NAME.exec(name);
    if (match !== null) found.push({ path: join(folder, name), sequence: Number(match[1]) });
  }
  return found.sort((a, b) => b.sequence - a.sequence);
}

/** All of the state but its place in the journal, in an order that depends only on the state. */
function* linesOf(state: VenueState): Generator<Line> {
  for (const security of state.securities.values()) {
    const { orders, pending: _, markers: __, ...rest } = security;
    yield ['security', rest];
    for (const order of orders) yield ['order', valuesOf(order)];
    const resting = state.engine.resting(security.securityId);
    const ids = resting.map(({ orderId }) => orderId as OrderId);
    if (!state.pending.has(security.securityId)) yield ['book', security.securityId, ids];
    else yield ['book', security.securityId, ids, resting.map(({ remaining }) => remaining)];
  }
  for (const [bookId, due] of state.engine.pendingWork()) yield ['due', bookId as SecurityId, due];
  if (state.limits !== null) yield ['limits', state.limits];
  for (const [key, mode] of state.selfTrade.entries()) yield ['selfTrade', key, mode];
  for (const [clientId, deadline] of state.cancelTimers.entries()) yield ['cancelTimer', clientId, deadline];
  for (const session of state.watched.entries()) yield ['watched', ...session];
  yield* riskLines(state.risk);
  for (const { securityId, state: transfer } of state.transfers.values()) yield ['transfer', securityId, transfer];
  if (state.blocks.count > 0) yield ['blocks', state.blocks.count];
  for (const block of state.blocks.values()) yield ['block', block];
  for (const [date, day] of state.calendar) yield ['calendar', date, day];
  for (const stored of state.idempotency.entries()) yield ['idempotency', stored];
  for (const [bookId, pending] of state.pending.entries()) yield ['pending', bookId, pending];
  for (const top of state.tops.entries()) yield ['top', top];
}

/** SHA-256 over the whole state, in hex: equal for equal states. */
export function digestOf(state: VenueState): string {
  const digest = createHash('sha256').update(JSON.stringify(state.counters));
  for (const line of linesOf(state)) digest.update('\n').update(JSON.stringify(line));
  return digest.digest('hex');
}

/**
 * Writes the state after `position` into the folder; returns the file's path. The state must not change until then.
 * Each piece is made durable before the next is made: hundreds of megabytes at once would fill the queue of the disk,
 * and the orders of that moment would wait for them.
 */
export async function writeSnapshot(
  files: FileSystem,
  folder: string,
  state: VenueState,
  position: JournalPosition,
): Promise<string> {
  const path = join(folder, `snapshot-${String(position.sequence).padStart(16, '0')}.jsonl`);
  const temporary = `${path}.tmp`;
  files.remove(temporary);
  const file = files.openForWriting(temporary);
  try {
    const out = new ChunkedWriter(files, file);
    const header: Header = {
      format: FORMAT,
      version: FORMAT_VERSION,
      shard: position.shard,
      sequence: position.sequence,
      hash: position.hash.toString('hex'),
      counters: state.counters,
    };
    out.line(JSON.stringify(header));
    for (const line of linesOf(state)) {
      out.line(JSON.stringify(line));
      if (out.isFull) await out.flush();
    }
    await out.end();
  } catch (error) {
    files.remove(temporary);
    throw error;
  } finally {
    files.close(file);
  }
  files.rename(temporary, path);
  files.syncFolder(folder);
  return path;
}

/** Collects lines into chunks and keeps count and checksum. */
class ChunkedWriter {
  readonly #files: FileSystem;
  readonly #file: number;
  #pending: string[] = [];
  #pendingLength = 0;
  #lines = 0;
  #checksum = 0;
  #size = 0;

  constructor(files: FileSystem, file: number) {
    this.#files = files;
    this.#file = file;
  }

  get isFull(): boolean {
    return this.#pendingLength >= CHUNK_BYTES;
  }

  line(text: string): void {
    this.#pending.push(text);
    this.#pendingLength += text.length;
    this.#lines++;
  }

  /** Writes what is collected and makes it durable. */
  async flush(): Promise<void> {
    const bytes = Buffer.from(`${this.#pending.join('\n')}\n`);
    this.#pending = [];
    this.#pendingLength = 0;
    this.#checksum = crc32(bytes, this.#checksum);
    await this.#write(bytes);
  }

  async end(): Promise<void> {
    if (this.#pending.length > 0) await this.flush();
    await this.#write(Buffer.from(JSON.stringify({ lines: this.#lines, crc32: this.#checksum })));
  }

  async #write(bytes: Buffer): Promise<void> {
    this.#files.write(this.#file, bytes, this.#size);
    this.#size += bytes.length;
    await this.#files.sync(this.#file);
  }
}

/** Enough for the first line of a snapshot. */
const HEADER_BYTES = 1024 * 1024;

/** The time of the last command of a snapshot, without reading the rest of it. Throws where it has no such line. */
export function timeOfSnapshot(files: FileSystem, path: string): Microseconds {
  const bytes = files.readAt(path, 0, HEADER_BYTES);
  return (JSON.parse(bytes.toString('utf8', 0, bytes.indexOf(0x0a))) as Header).counters.time;
}

export interface LoadedSnapshot {
  readonly state: VenueState;
  readonly position: JournalPosition;
}

/**
 * The state of a snapshot file; throws, saying why, when the file is not whole or not of this shard or version.
 * @param effectsMax the slice size of this release; tests pass others
 */
export function loadSnapshot(
  files: FileSystem,
  path: string,
  shard: number,
  effectsMax: number = EFFECTS_MAX,
): LoadedSnapshot {
  const bytes = files.read(path);
  const end = bytes.lastIndexOf(0x0a) + 1;
  const footer = JSON.parse(bytes.toString('utf8', end)) as { lines: number; crc32: number };
  if (footer.crc32 !== crc32(bytes.subarray(0, end))) throw new Error('its checksum is wrong');
  let state: VenueState | undefined;
  let position: JournalPosition | undefined;
  for (let at = 0; at < end; ) {
    const next = bytes.indexOf(0x0a, at);
    const parsed = JSON.parse(bytes.toString('utf8', at, next)) as unknown;
    at = next + 1;
    if (state === undefined) {
      const header = parsed as Header;
      if (header.format !== FORMAT || header.version !== FORMAT_VERSION) throw new Error('its format is not known');
      if (header.shard !== shard) throw new Error(`it belongs to shard ${header.shard}`);
      state = new VenueState(shard, RULES, effectsMax);
      checkRules(header.counters.rules, RULES);
      Object.assign(state.counters, header.counters);
      position = { shard, sequence: header.sequence, hash: Buffer.from(header.hash, 'hex') };
    } else {
      loadLine(state, parsed as Line);
    }
  }
  if (state === undefined || position === undefined) throw new Error('it is empty');
  return { state, position };
}

/** What each line of a snapshot puts back into the state. */
const LOADERS: LineLoaders<Line, VenueState> = {
  ...RISK_LOADERS,
  security(state, [, record]) {
    const security = { ...record, orders: new OrderList(), pending: new OrdersById(), markers: noMarkers() };
    state.securities.set(security.securityId, security);
    state.engine.addBook(security.securityId, isTrading(security));
  },
  order: (state, [, values]) => restoreOrder(state, recordFrom(values)),
  book(state, [, , orderIds, remainders]) {
    orderIds.forEach((orderId, index) => {
      const order = state.orders.get(orderId) as OrderRecord;
      restOrder(state, order, remainders?.[index] ?? order.remaining);
    });
  },
  pending: (state, [, bookId, pending]) => restorePending(state, bookId, pending),
  due: (state, [, bookId, work]) => state.engine.restorePendingWork(bookId, work),
  limits(state, [, limits]) {
    state.limits = limits;
  },
  selfTrade: (state, [, clientId, mode]) => state.selfTrade.restore(clientId, mode),
  cancelTimer: (state, [, clientId, time]) => state.cancelTimers.set(clientId, time),
  transfer: (state, [, securityId, transfer]) => restoreTransfer(state, securityId, transfer),
  watched: (state, [, clientId, session, endsAt]) => state.watched.restore(clientId, session, endsAt),
  blocks(state, [, count]) {
    state.blocks.count = count;
  },
  block: (state, [, block]) => state.blocks.add(block),
  calendar: (state, [, date, day]) => state.calendar.set(date, day),
  idempotency: (state, [, stored]) => state.idempotency.restore(stored),
  top: (state, [, top]) => state.tops.add(top),
};

function loadLine(state: VenueState, line: Line): void {
  (LOADERS[line[0]] as (state: VenueState, line: Line) => void)(state, line);
}

function restoreOrder(state: VenueState, order: OrderRecord): void {
  const security = state.securities.get(order.ticket.securityId) as SecurityRecord;
  state.orders.add(order, security);
  const { type, disclosed } = order.ticket;
  if (type === 'RFQ' && disclosed && order.status !== 'Pending') security.markers[order.ticket.side].add(order);
}

function restoreTransfer(state: VenueState, securityId: SecurityId, transfer: TransferState): void {
  const { orders, markers } = state.securities.get(securityId) as SecurityRecord;
  state.transfers.add(securityId).restore(transfer, state.orders, orders);
  for (const [orderId] of transfer.held) for (const shown of Object.values(markers)) shown.delete({ orderId });
}

function restorePending(state: VenueState, securityId: SecurityId, pending: PendingOfBook): void {
  state.pending.restore(securityId, pending, (key) => (state.idempotency.outcomeOf(key)?.cancelled ?? []) as OrderId[]);
  const { orders } = state.securities.get(securityId) as SecurityRecord;
  const placeOf = (type: Walk['type']) => {
    const walk = pending.effects.find((effect): effect is Walk => 'type' in effect && effect.type === type);
    return walk?.next || Infinity;
  };
  const [considered, judged] = [placeOf('consider'), placeOf('judge')];
  if (judged < Infinity) state.transfers.get(securityId)?.restoreOrders(orders, considered, judged);
  for (const effect of pending.effects) if ('type' in effect) uncount(state, securityId, effect);
}

/** Orders do not count for limits before the walk has come to them. */
function uncount({ orders, risk }: VenueState, securityId: SecurityId, { limits, next, filter = {} }: Walk): void {
  const guard = limits && risk.limits.find(limits);
  if (guard === undefined) return;
  guard.uncounted.add(securityId);
  for (let order = orders.get(next) ?? null; order !== null; order = order.clientAfter) {
    if (fitsFilter(order, filter)) guard.exposure.release(order);
  }
}

function restOrder(state: VenueState, order: OrderRecord, remaining: Shares): void {
  const { ticket } = order;
  state.engine.restore(
    ticket.securityId,
    order.orderId,
    bookSideOf(ticket.side),
    order.price,
    order.quantity,
    remaining,
    bookContingencyOf(order.contingency),
    order.minimum,
    ticket.disclosed,
    state.owners.numberOf(ticket),
    bookGuardsOf(order),
  );
}
