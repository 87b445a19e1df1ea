/** The sandbox as a process, its demo security, and its clients. */
import { freePort } from '../../../scripts/cluster/postgres-server.ts';
import { ServerProcess } from '../../../test/e2e/support/server-process.ts';
import type { SessionKey } from '../../src/application/index.ts';
import { OpenAts } from '../../src/client.ts';

export { closeAll } from '../../../test/support/cleanup.ts';

export class Venue {
  server: ServerProcess;
  readonly securityId: string;
  readonly issuerId: string;

  private constructor(server: ServerProcess, ids: { readonly securityId: string; readonly issuerId: string }) {
    this.server = server;
    this.securityId = ids.securityId;
    this.issuerId = ids.issuerId;
  }

  static async start(): Promise<Venue> {
    const port = await freePort();
    const server = await ServerProcess.start({
      settings: {
        MARKET_ALWAYS_OPEN: 'true',
        PORT: String(port),
        RATE_LIMIT_PER_ADDRESS: '0',
        RATE_LIMIT_PER_KEY: '0',
      },
    });
    await server.welcome();
    const { securities } = await clientOf(server, server.client).methods.getSecurities();
    const [security] = securities;
    if (security === undefined) throw new Error('the sandbox has a security');
    return new Venue(server, security);
  }

  get url(): string {
    return this.server.addresses.api;
  }

  get client(): SessionKey {
    return this.server.client;
  }

  /** The API with a key: that of the sandbox's client when absent. */
  api(key: SessionKey = this.client): OpenAts {
    return clientOf(this.server, key);
  }

  get operator(): OpenAts {
    return this.api(this.server.operator);
  }

  /** A new client with a key of a preset (C91), below a parent where one is named. */
  async newClient(preset: 'trading' | 'drop-copy', parentId?: string): Promise<SessionKey> {
    const { createClient, createApiKey } = this.operator.methods;
    const { client } = await createClient({ name: `Example ${preset}`, parentId });
    const { developerAPIKey } = await createApiKey({ clientId: client.clientId, preset });
    return { clientID: client.clientId, developerAPIKey };
  }

  /** SIGKILL, and a start on the same folder and port. */
  async restart(): Promise<void> {
    await this.server.kill();
    this.server = await this.server.restart();
  }
}

function clientOf(server: ServerProcess, key: SessionKey): OpenAts {
  return new OpenAts({ baseUrls: server.addresses.api, ...key });
}
