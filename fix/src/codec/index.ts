/** Bytes to messages and back: framing, BodyLength, CheckSum, and access to fields and repeating groups. */
export { encodeFields, encodeMessage } from './encode.ts';
export { type Field, fieldValue, groupsOf, type Message } from './message.ts';
export { decodeMessage, MessageReader, type Received } from './reader.ts';
