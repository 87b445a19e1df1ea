import { encodeFields, encodeMessage, type Field, type Message, MessageReader } from '../../src/codec/index.ts';
import { utcTimestamp } from '../../src/session/index.ts';

/** What a message of the peer differs in from a usual one. */
export interface HeaderChanges {
  readonly seq?: number | string | undefined;
  readonly beginString?: string;
  readonly sender?: string;
  readonly target?: string;
  /** SendingTime, milliseconds. */
  readonly at?: number;
  readonly possDup?: boolean;
  readonly orig?: number | undefined;
  /** More fields of the header. */
  readonly header?: readonly Field[];
}

export const OWN = 'OPENATS';
export const PEER = 'CLIENT';

/** The bytes of a message of the peer. */
export function peerBytes(msgType: string, body: readonly Field[], changes: HeaderChanges = {}): Buffer {
  const { beginString = 'FIX.4.4', sender = PEER, target = OWN, at = Date.now(), header = [] } = changes;
  const fields: Field[] = [
    [35, msgType],
    [49, sender],
    [56, target],
    ...('seq' in changes && changes.seq === undefined ? [] : [[34, String(changes.seq ?? 1)] as const]),
    ...(changes.possDup === true ? [[43, 'Y'] as const] : []),
    [52, utcTimestamp(at)],
    ...(changes.orig === undefined ? [] : [[122, utcTimestamp(changes.orig)] as const]),
    ...header,
    ...body,
  ];
  return encodeMessage(beginString, encodeFields(fields));
}

/** A message as the gateway reads it; undefined where it is garbled. */
export function readOne(bytes: Buffer): Message | undefined {
  const reader = new MessageReader(65_536);
  reader.append(bytes);
  const received = reader.next();
  return received?.garbled === undefined ? received?.message : undefined;
}
