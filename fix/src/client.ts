/**
 * The venue's client library, run from source: the only code of the root that the gateway knows. A dependency `file:..`
 * would copy the root's dependencies into the gateway's lock file.
 */
export * from '../../src/client/index.ts';
