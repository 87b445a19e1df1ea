/** What receivers check signed webhooks with: the public library, and the programs of the README (C77). */
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import type { WebhookStore } from '../../../src/webhooks/delivery/store.ts';
import { webhookRequestOf } from '../../../src/webhooks/delivery/webhook-request.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const README = readFileSync(new URL('../../../src/webhooks/README.md', import.meta.url), 'utf8');

/** The programs of the section in one language: a call of the library, then a function without it. */
function programs(language: string): readonly [string, string] {
  const section = /## Signed webhooks\n([\s\S]*?)\n## /.exec(README)?.[1] ?? '';
  const blocks = [...section.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(
    ([, text]) => text,
  );
  const [call = '', own = ''] = blocks;
  return [call, own];
}

const secretOf = () => `whsec_${randomBytes(32).toString('base64')}`;
const [SECRET, EARLIER, OTHER] = [secretOf(), secretOf(), secretOf()];
const FORM = 'OrderId=7&Transaction+Type=WIRE&name=J%C3%BCrgen&note=';

interface Sent {
  readonly body: string;
  /** With names in small letters, as a server has them. */
  readonly headers: Record<string, string>;
}

async function sentAt(nowMs: number, secrets: readonly string[], key: Buffer | null = null): Promise<Sent> {
  const store: WebhookStore = {
    targetsOf: () => [],
    parentOf: (clientId) => clientId,
    tokensOf: () => [],
    encryptionKeyOf: () => key,
    signingSecretsOf: () => secrets,
  };
  const contents = { id: 'a-delivery', clientId: 'C1', webhookId: 'W1', form: FORM, identified: true, nowMs };
  const { body, headers } = await webhookRequestOf(store, contents);
  const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return { body, headers: Object.fromEntries(lower) };
}

/** Each as it is sent, and whether it is genuine for a receiver that has SECRET. */
async function cases(): Promise<readonly (readonly [Sent, boolean])[]> {
  const nowMs = Date.now();
  const sent = await sentAt(nowMs, [SECRET]);
  return [
    [sent, true],
    [await sentAt(nowMs, [EARLIER, SECRET]), true],
    [await sentAt(nowMs, [SECRET], randomBytes(32)), true],
    [await sentAt(nowMs, [OTHER, EARLIER]), false],
    [await sentAt(nowMs - 310_000, [SECRET]), false],
    [{ ...sent, body: `${sent.body}&a=b` }, false],
    [{ ...sent, headers: { ...sent.headers, 'webhook-id': 'another' } }, false],
    [{ ...sent, headers: {} }, false],
  ];
}

type Verify = (body: string, headers: Record<string, string>, secret: string) => unknown;

async function expectChecked(verify: Verify): Promise<void> {
  for (const [{ body, headers }, isGenuine] of await cases()) {
    if (isGenuine) expect(() => verify(body, headers, SECRET)).not.toThrow();
    else expect(() => verify(body, headers, SECRET)).toThrow(/not genuine|found|old|[Mm]issing/);
  }
}

describe('a signed webhook is verified', () => {
  test('by the public library, as the README calls it', async () => {
    const [call] = programs('js');
    expect(call).toContain('.verify(');
    const verify = new Function('Webhook', 'body', 'headers', 'secret', call);
    await expectChecked((body, headers, secret) => verify(Webhook, body, headers, secret));
  });

  test('by the lines of the README in JavaScript', async () => {
    const file = join(temporaryFolder(), 'verify.mjs');
    writeFileSync(file, programs('js')[1]);
    const { verifyWebhook } = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as { verifyWebhook: Verify };
    await expectChecked(verifyWebhook);
  });

  test.skipIf(spawnSync('python3', ['--version']).status !== 0)('by the lines of the README in Python', async () => {
    const program = `${programs('py')[1]}
import json, sys
for line in sys.stdin:
    body, headers, secret = json.loads(line)
    try:
        verify_webhook(body.encode(), headers, secret)
        print("genuine")
    except ValueError:
        print("refused")
`;
    const tried = await cases();
    const input = tried.map(([{ body, headers }]) => JSON.stringify([body, headers, SECRET])).join('\n');
    const { stdout, stderr } = spawnSync('python3', ['-c', program], { input, encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(stdout.trim().split('\n')).toEqual(tried.map(([, isGenuine]) => (isGenuine ? 'genuine' : 'refused')));
  });
});
