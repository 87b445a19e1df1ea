/** Writes the result sheet of the acceptance tests here and in FIX_DEFINITIONS_DIR; fails where one fails. */
import { certify, OWN_DEFINITIONS, sheetOf } from '../test/certify/certify.ts';

const { FIX_DEFINITIONS_DIR: folder } = process.env;
const results = await certify([OWN_DEFINITIONS, ...(folder === undefined ? [] : [folder])]);
console.log(sheetOf(results));
process.exit(results.every(({ fault }) => fault === undefined) ? 0 : 1);
