/** Statements of a month as PDF. */
export { statementsModule } from './get-statement.ts';
