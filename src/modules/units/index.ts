/** Units of offerings: from trades that are settled to the register of the venue, and back (F12). */

export { tradesWithoutUnits, unitProblems, unitRowProblems } from './check-units.ts';
export {
  type AskedBack,
  endUnits,
  firstUnissued,
  issueUnits,
  reopenUnits,
  takeBackUnits,
  wereTakenBack,
} from './unit-rows.ts';
export { type EndTakeBack, submitAllUnits, submitUnits, type UnitsDeps, unitsAreStored } from './unit-submission.ts';
