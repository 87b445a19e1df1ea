/** Parts of every client of PostgreSQL, that of the lease too: the hosts of a URL, warnings, an end at once. */
export { cutOff, KEEP_ALIVE, warningsOf } from './client.ts';
export { HostTurn, hostUrls } from './host-urls.ts';
