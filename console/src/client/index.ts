/** The venue's client library, run from source: with types for CSV, all that the console knows of the server. */
export * from '../../../src/client/index.ts';
