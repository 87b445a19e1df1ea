import { type GatewaySettings, LIMITS } from '../../src/gateway/index.ts';

/** What a test sets; the rest is usual. */
export type Changes = Partial<Omit<GatewaySettings, 'limits' | 'admin'>> & {
  readonly limits?: Partial<GatewaySettings['limits']>;
  readonly admin?: Partial<GatewaySettings['admin']>;
};

const options = { dropCopy: false, cancelOnDisconnect: undefined };

export function testSettings(dataDir: string, changes: Changes = {}): GatewaySettings {
  return {
    host: '127.0.0.1',
    port: 0,
    tls: undefined,
    compId: 'OPENATS',
    logonBy: 'password',
    venueUrl: 'http://127.0.0.1:1',
    dataDir,
    sync: false,
    resetAt: undefined,
    settlementDays: undefined,
    sessions: [
      { compId: 'CLIENT', clientID: 'id', options },
      { compId: 'SECOND', clientID: 'id', options },
    ],
    ...changes,
    limits: { ...LIMITS, ...changes.limits },
    admin: { port: 0, operators: new Map(), twoPersonApproval: false, ...changes.admin },
  };
}
