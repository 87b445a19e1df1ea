/** Diagnostics for callers (C70): unstable, and only with the Authorization header. */

import Type from 'typebox';
import type { CommandSeq } from '../../exchange/api/index.ts';
import { defineMethod, inGroup, type Method } from '../../http/methods/index.ts';
import type { Microseconds } from '../../time/units.ts';

export { getCapabilities } from './capabilities.ts';
export { type ClusterDeps, getCluster, handOverVenue } from './cluster-methods.ts';
export { MetricHistory, SAMPLE_US } from './metric-history.ts';
export { type Figure, getVenueHealth, type VenueHealthDeps } from './venue-health.ts';
export { getVenueMetrics, type VenueMetricsDeps } from './venue-metrics.ts';

export interface HealthModuleDeps {
  /** The deployed build. */
  readonly version: string;
  /** sandbox or production. */
  readonly environment: string;
  /** Now, in whole microseconds since 1970 UTC. */
  readonly nowUs: () => Microseconds;
  /** Of the process among several; undefined when it is alone. */
  readonly node?: () => NodeReport | undefined;
}

/** What one of several processes is to the venue (J11). */
export interface NodeReport {
  readonly name: string;
  readonly role: string;
  readonly epoch: number;
  readonly sequence: CommandSeq;
  readonly lagGroups: number;
  readonly lagMilliseconds: number;
}

const NODE = Type.Object(
  {
    name: Type.String(),
    role: Type.String({ description: 'standby, taking over, owner or deposed' }),
    epoch: Type.Number({ description: 'how often the venue has changed its owner' }),
    sequence: Type.Number({ description: 'the last command that this node has' }),
    lagGroups: Type.Number({ description: 'group commits that it does not have yet' }),
    lagMilliseconds: Type.Number({ description: 'since when it is not known to have them all' }),
  },
  { description: 'of one of several processes that may own the venue; absent where there is one' },
);

export function healthModule({ version, environment, nowUs, node = () => undefined }: HealthModuleDeps): Method[] {
  return inGroup('Health', [
    defineMethod({
      name: 'ping',
      verb: 'GET',
      summary: 'Whether the API answers',
      description: 'Costs nothing: neither the database nor the venue is asked.',
      refusals: [111],
      parameters: {},
      response: Type.Object({ status: Type.Literal('ok') }),
      handler: () => ({ fields: { status: 'ok' as const } }),
    }),
    defineMethod({
      name: 'status',
      verb: 'GET',
      summary: 'Server time, build and environment',
      description: 'The time is that of the venue, in UTC.',
      refusals: [111],
      parameters: {},
      response: Type.Object({
        timestamp: Type.String({ description: 'server time, ISO 8601' }),
        version: Type.String({ description: 'deployed build' }),
        environment: Type.String(),
        flags: Type.Null(),
        node: Type.Optional(NODE),
      }),
      handler: () => {
        const report = node();
        const timestamp = new Date(nowUs() / 1000).toISOString();
        return { fields: { timestamp, version, environment, flags: null, ...(report && { node: report }) } };
      },
    }),
  ]);
}
