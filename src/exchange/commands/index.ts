/** Commands as the journal stores them, and their fast reader. */

export { costIn, encodeCommand, positionFrom, positionValues } from './command-codecs.ts';
export { commandsIn } from './command-text.ts';
export {
  type AppliedCommand,
  type CancelTimerCommand,
  clientOf,
  type DateEndCommand,
  type JournaledCommand,
  type LimitsCommand,
  type Origin,
  type OriginsCommand,
  type RestartedCommand,
  type RulesCommand,
  type SessionCommand,
  type SkipIdsCommand,
  type UntimedCommand,
} from './journaled-command.ts';
export { AT, entryValues, ticketFrom, type Values } from './order-values.ts';
