/** Diagnostics for callers (C70): unstable, and only with the Authorization header. */
import Type from 'typebox';
import { defineMethod, type Method } from '../../http/method.ts';

export interface HealthModuleOptions {
  /** The deployed build. */
  readonly version: string;
  /** sandbox or production. */
  readonly environment: string;
  /** Now, in whole microseconds since 1970 UTC. */
  readonly nowUs: () => number;
}

const GROUP = 'Health';

export function healthModule({ version, environment, nowUs }: HealthModuleOptions): Method[] {
  return [
    defineMethod({
      name: 'ping',
      verb: 'GET',
      group: GROUP,
      summary: 'Whether the API answers',
      description: 'Costs nothing: neither the database nor the venue is asked.',
      refusals: [111],
      parameters: {},
      response: Type.Object({ status: Type.Literal('ok') }),
      handler: () => ({ fields: { status: 'ok' } }),
    }),
    defineMethod({
      name: 'status',
      verb: 'GET',
      group: GROUP,
      summary: 'Server time, build and environment',
      description: 'The time is that of the venue, in UTC.',
      refusals: [111],
      parameters: {},
      response: Type.Object({
        timestamp: Type.String({ description: 'server time, ISO 8601' }),
        version: Type.String({ description: 'deployed build' }),
        environment: Type.String(),
        flags: Type.Null(),
      }),
      handler: () => ({
        fields: { timestamp: new Date(nowUs() / 1000).toISOString(), version, environment, flags: null },
      }),
    }),
  ];
}
