/**
 * A receiver of webhooks for trying an integration: verifies signatures, decrypts bodies, and prints each webhook as
 * a line of JSON:
 *
 *   npm run webhooks:listen -- [--port 9080] [--host 127.0.0.1] [--status 200]
 *
 * Secrets are taken from the environment, where other users of the machine cannot read them: WEBHOOK_SECRET (whsec_...,
 * of registerWebhook), WEBHOOK_ENCRYPTION_KEY (base64 of 32 bytes), WEBHOOK_TOKEN (of X-SVC-Token). What is printed
 * holds what the webhooks hold, personal data included.
 */
import { parseArgs } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { ENCRYPTION_KEY_BYTES } from '../src/webhooks/index.ts';
import { createListener, type ListenerOptions } from './webhooks/listener.ts';

const USAGE = 'usage: npm run webhooks:listen -- [--port 9080] [--host 127.0.0.1] [--status 200]';

interface Settings {
  readonly port: number;
  readonly host: string;
  readonly listener: Omit<ListenerOptions, 'report'>;
}

function settingsOf(args: readonly string[], env: NodeJS.ProcessEnv): Settings {
  const { values } = parseArgs({
    args: [...args],
    options: {
      port: { type: 'string', default: '9080' },
      host: { type: 'string', default: '127.0.0.1' },
      status: { type: 'string', default: '200' },
    },
  });
  const { WEBHOOK_SECRET: secret, WEBHOOK_ENCRYPTION_KEY: key, WEBHOOK_TOKEN: token } = env;
  // Throws where the secret is not valid.
  if (secret !== undefined) new Webhook(secret);
  const encryptionKey = key === undefined ? undefined : Buffer.from(key, 'base64');
  if (encryptionKey !== undefined && encryptionKey.length !== ENCRYPTION_KEY_BYTES) {
    throw new Error(`WEBHOOK_ENCRYPTION_KEY must be the base64 of ${ENCRYPTION_KEY_BYTES} bytes`);
  }
  const status = wholeNumber('status', values.status, 200, 599);
  return {
    port: wholeNumber('port', values.port, 0, 65_535),
    host: values.host,
    listener: { secret, encryptionKey, token, status },
  };
}

function wholeNumber(name: string, text: string, minimum: number, maximum: number): number {
  const value = Number(text);
  if (/^[0-9]+$/.test(text) && value >= minimum && value <= maximum) return value;
  throw new Error(`--${name} must be a whole number from ${minimum} to ${maximum}`);
}

function main(): void {
  let settings: Settings;
  try {
    settings = settingsOf(process.argv.slice(2), process.env);
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
    process.exitCode = 2;
    return;
  }
  const { port, host, listener } = settings;
  const report: ListenerOptions['report'] = (webhook) => console.log(JSON.stringify(webhook));
  const server = createListener({ ...listener, report });
  server.on('error', (error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
  server.listen(port, host, () => {
    const address = server.address();
    const listening = typeof address === 'object' && address !== null ? address.port : port;
    console.error(`listening on http://${host.includes(':') ? `[${host}]` : host}:${listening}`);
  });
}

main();
