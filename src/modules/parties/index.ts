export {
  askForScreening,
  comparedOf,
  INVESTOR_CHANGED,
  isApprovedStatus,
  LIST_CHANGED,
  screeningOf,
} from './due-screenings.ts';
export { partiesModule } from './parties-module.ts';
export { entityTaxId, personalNumbers } from './person-answers.ts';
export {
  findEntity,
  findParty,
  findPerson,
  holdPerson,
  isParty,
  PERSON,
  type Person,
  type ReviewStatuses,
  setReviewStatuses,
} from './person-records.ts';
export { PARTY_WEBHOOKS } from './person-webhooks.ts';
