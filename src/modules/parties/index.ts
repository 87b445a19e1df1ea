export { partiesModule } from './parties-module.ts';
export { personalNumbers } from './person-answers.ts';
export { ENTITY, isParty, kindOf, PARTY, PERSON, type Person } from './person-kind.ts';
export {
  findEntity,
  findParty,
  findPerson,
  holdPerson,
  type ReviewStatuses,
  setReviewStatuses,
} from './person-records.ts';
export { PARTY_WEBHOOKS } from './person-webhooks.ts';
