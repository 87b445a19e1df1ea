/** The metrics of the venue, webhooks and disks, and the deployed version. */

export { addCredentialMetrics, addSignInMetrics } from './access-metrics.ts';
export { readFigures } from './figures.ts';
export { scrapedMetrics } from './scraped-metrics.ts';
export { addStateMetric } from './state-metric.ts';
export { addClusterMetrics, addDiskMetrics, addVenueMetrics } from './venue-metrics.ts';
export { version } from './version.ts';
export { addWebhookMetrics } from './webhook-metrics.ts';
