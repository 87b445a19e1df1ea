/** Diagnostics for callers (spec/3 Health): unstable, and only with the Authorization header. */
import Type from 'typebox';
import { defineMethod, type Method } from '../../http/method.ts';

export interface HealthModuleOptions {
  /** The deployed build. */
  readonly version: string;
  /** sandbox or production. */
  readonly environment: string;
  /** Now, in whole microseconds since 1970 UTC. */
  readonly now: () => number;
}

const GROUP = 'Health';
const SOURCE = 'spec/3 Health';

export function healthModule({ version, environment, now }: HealthModuleOptions): Method[] {
  return [
    defineMethod({
      name: 'ping',
      verb: 'GET',
      group: GROUP,
      summary: 'Whether the API answers',
      source: SOURCE,
      parameters: {},
      response: Type.Object({ status: Type.Literal('ok') }),
      handler: () => ({ fields: { status: 'ok' } }),
    }),
    defineMethod({
      name: 'status',
      verb: 'GET',
      group: GROUP,
      summary: 'Server time, build and environment',
      source: SOURCE,
      parameters: {},
      response: Type.Object({
        timestamp: Type.String({ description: 'server time, ISO 8601' }),
        version: Type.String({ description: 'deployed build' }),
        environment: Type.String(),
        flags: Type.Null(),
      }),
      handler: () => ({
        fields: { timestamp: new Date(now() / 1000).toISOString(), version, environment, flags: null },
      }),
    }),
  ];
}
