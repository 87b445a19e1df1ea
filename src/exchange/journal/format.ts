/**
 * The journal's files (V36). A segment is a file header and groups, one group per group commit:
 *
 *   file header, 64 bytes:  "OATSJRNL", u32 format version, u32 shard, f64 first sequence, 32 bytes SHA-256 of the
 *                           group before the first one (zeros in the first segment), u32 CRC-32 of all bytes before,
 *                           zeros
 *   group header, 64 bytes: "GRUP", u32 payload length, f64 first sequence, u32 count, u32 CRC-32 of payload and
 *                           header, 32 bytes SHA-256 of the whole group before, 8 zero bytes
 *   payload:                the commands, one JSON array a line (journaled-command.ts)
 *
 * Zeros may follow the last group of the last segment: space for the next groups. A closed segment has none.
 *
 * Numbers are little-endian; sequences are whole numbers below 2^53 and kept as f64. The CRC finds damage, the chain of
 * SHA-256 makes the record tamper-evident, the sequences find holes.
 */

import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { CommandSeq } from './command-seq.ts';

const FORMAT_VERSION = 3;
export const FILE_HEADER_BYTES = 64;
export const GROUP_HEADER_BYTES = 64;
const HASH_BYTES = 32;
/** No group is larger: the sequencer stops collecting far below it, and a greater length is damage. */
export const GROUP_BYTES_MAX = 16 * 1024 * 1024;

const FILE_MAGIC = 'OATSJRNL';
/** "GRUP" as the little-endian u32 that stands in the file. */
const GROUP_MAGIC = 0x50555247;
const LINE_END = 0x0a;

export const NO_HASH: Buffer = Buffer.alloc(HASH_BYTES);

export interface FileHeader {
  readonly shard: number;
  readonly firstSequence: CommandSeq;
  readonly previousHash: Buffer;
}

export interface Group {
  readonly firstSequence: CommandSeq;
  readonly count: number;
  readonly previousHash: Buffer;
  readonly payload: Buffer;
  /** Header and payload, as they stand in the file. */
  readonly bytes: Buffer;
}

/** SHA-256 of a whole group, which the next group carries. Node takes twice the time for bytes as for text. */
export function hashOf(bytes: Uint8Array): Buffer {
  return Buffer.from(hash('sha256', bytes, 'latin1'), 'latin1');
}

export function encodeFileHeader(header: FileHeader): Buffer {
  const bytes = Buffer.alloc(FILE_HEADER_BYTES);
  bytes.write(FILE_MAGIC, 0, 'latin1');
  bytes.writeUInt32LE(FORMAT_VERSION, 8);
  bytes.writeUInt32LE(header.shard, 12);
  bytes.writeDoubleLE(header.firstSequence, 16);
  header.previousHash.copy(bytes, 24);
  bytes.writeUInt32LE(crc32(bytes.subarray(0, 56)), 56);
  return bytes;
}

/** The header, or what is wrong with it. */
export function decodeFileHeader(bytes: Buffer): FileHeader | string {
  if (bytes.length < FILE_HEADER_BYTES) return 'the file header is cut off';
  if (bytes.toString('latin1', 0, 8) !== FILE_MAGIC) return 'it is not a journal segment';
  const version = bytes.readUInt32LE(8);
  if (version !== FORMAT_VERSION) return `its format version is ${version}, this program reads ${FORMAT_VERSION}`;
  if (bytes.readUInt32LE(56) !== crc32(bytes.subarray(0, 56))) return 'the file header is damaged';
  return {
    shard: bytes.readUInt32LE(12),
    firstSequence: bytes.readDoubleLE(16),
    previousHash: Buffer.from(bytes.subarray(24, 24 + HASH_BYTES)),
  };
}

export function encodeGroup(firstSequence: CommandSeq, lines: readonly string[], previousHash: Buffer): Buffer {
  const length = lines.reduce((sum, line) => sum + Buffer.byteLength(line), Math.max(0, lines.length - 1));
  const bytes = Buffer.allocUnsafe(GROUP_HEADER_BYTES + length);
  // Line by line: to join them first takes twice the time, and memory for a text of them all.
  let at = GROUP_HEADER_BYTES;
  for (const line of lines) {
    at += bytes.write(line, at, 'utf8');
    if (at < bytes.length) bytes[at++] = LINE_END;
  }
  bytes.writeUInt32LE(GROUP_MAGIC, 0);
  bytes.writeUInt32LE(length, 4);
  bytes.writeDoubleLE(firstSequence, 8);
  bytes.writeUInt32LE(lines.length, 16);
  bytes.writeUInt32LE(0, 20);
  previousHash.copy(bytes, 24);
  bytes.fill(0, 56, GROUP_HEADER_BYTES);
  bytes.writeUInt32LE(crc32(bytes), 20);
  return bytes;
}

/** The group at a position of a segment, or what is wrong there. */
export function decodeGroup(segment: Buffer, position: number): Group | string {
  const group = groupAt(segment, position);
  return typeof group === 'string' || isUndamaged(group) ? group : DAMAGED;
}

export const DAMAGED = 'a group is damaged';

/** As decodeGroup, with whatever its bytes are: damage is not looked for. */
export function groupAt(segment: Buffer, position: number): Group | string {
  if (segment.length - position < GROUP_HEADER_BYTES) return 'a group header is cut off';
  if (segment.readUInt32LE(position) !== GROUP_MAGIC) return 'no group starts here';
  const length = segment.readUInt32LE(position + 4);
  if (length > GROUP_BYTES_MAX) return 'a group header is damaged';
  const end = position + GROUP_HEADER_BYTES + length;
  if (end > segment.length) return 'a group is cut off';
  const bytes = segment.subarray(position, end);
  return {
    firstSequence: bytes.readDoubleLE(8),
    count: bytes.readUInt32LE(16),
    previousHash: bytes.subarray(24, 24 + HASH_BYTES),
    payload: bytes.subarray(GROUP_HEADER_BYTES),
    bytes,
  };
}

const NO_CHECKSUM = Buffer.alloc(4);

/** The checksum is over the group with zeros in the place of the checksum itself. */
export function isUndamaged({ bytes }: Group): boolean {
  const head = crc32(NO_CHECKSUM, crc32(bytes.subarray(0, 20)));
  return bytes.readUInt32LE(20) === crc32(bytes.subarray(24), head);
}

/** Whether a group starts at the position whose header names this hash as that of the group before. */
export function followsAt(segment: Buffer, position: number, previous: Buffer): boolean {
  const start = position + 24;
  if (segment.length - position < GROUP_HEADER_BYTES || segment.readUInt32LE(position) !== GROUP_MAGIC) return false;
  return segment.compare(previous, 0, HASH_BYTES, start, start + HASH_BYTES) === 0;
}

/** Where the bytes from `position` on end when zeros at the end of the segment, which is unused space, are left out. */
export function endOfUse(segment: Buffer, position: number): number {
  let end = segment.length;
  while (end > position && segment[end - 1] === 0) end--;
  return end;
}

/**
 * Where the next undamaged group after `position` starts, or -1: distinguishes a torn tail from damage in the middle.
 */
export function findGroup(segment: Buffer, position: number): number {
  const magic = Buffer.alloc(4);
  magic.writeUInt32LE(GROUP_MAGIC);
  for (let at = segment.indexOf(magic, position); at >= 0; at = segment.indexOf(magic, at + 1)) {
    if (typeof decodeGroup(segment, at) !== 'string') return at;
  }
  return -1;
}
