/** Commands as the journal stores them, and their fast reader. */

export { costIn, encodeCommand, positionFrom } from './command-codecs.ts';
export { commandsIn } from './command-text.ts';
export * from './journaled-command.ts';
export { AT, entryValues, ticketFrom, type Values } from './order-values.ts';
