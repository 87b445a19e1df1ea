/** The venue of this process or of a cluster node, with its history, webhooks and caches. */

export { watchAccess } from './access-watch.ts';
export { openAccounts } from './accounts.ts';
export { openClock, openFaults, startClock } from './clock.ts';
export { reportOf } from './cluster-node.ts';
export { clusterServices } from './cluster-report.ts';
export { type NodeJournal, openJournal } from './cluster-venue.ts';
export { openJournalCheck } from './journal-checking.ts';
export { openReplays } from './market-replays.ts';
export { openNotices } from './notices.ts';
export { openPublishers, type Publishers } from './publishers.ts';
export { servingCopy } from './serving-copy.ts';
export { openVenue } from './venue.ts';
export { keepWarm } from './warm-standby.ts';
