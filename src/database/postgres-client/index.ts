/** What every client of PostgreSQL needs, the lease's too: the hosts of a URL, warnings, an end at once. */
export { cutOff, warningsOf } from './client.ts';
export { HostTurn, hostUrls } from './host-urls.ts';
