/** Parts of every client of PostgreSQL, that of the lease too: hosts of a URL, names, warnings, an end at once. */
export { applicationName, cutOff, KEEP_ALIVE, UNFINISHED, warningsOf } from './client.ts';
export { HostTurn, hostUrls } from './host-urls.ts';
