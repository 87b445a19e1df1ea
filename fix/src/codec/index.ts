/** Bytes to messages and back: framing, BodyLength, CheckSum, and access to fields and repeating groups. */
export { type Field, fieldValue, type Message } from './message.ts';
