/** Set to true in .ci/run: longer forms of tests that npm test has no time for. */
export const THOROUGH = process.env.THOROUGH === 'true';
