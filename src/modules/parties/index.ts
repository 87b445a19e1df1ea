export { partiesModule } from './parties-module.ts';
export { ENTITY, kindOf, PARTY } from './person-kind.ts';
export { findEntity, findParty, findPerson, openField, type Person, setReviewStatuses } from './person-records.ts';
