/** HAProxy in front of the nodes of a trial, as compose.yaml has it. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from './postgres-server.ts';
import type { TrialCluster } from './trial-cluster.ts';

const COMPOSE = fileURLToPath(new URL('../../compose.yaml', import.meta.url));
const POLL_MS = 50;
const READY_MS_MAX = 60_000;

export interface Balancer {
  readonly url: string;
  end(): Promise<void>;
}

export const hasBalancer = (): boolean => spawnSync('haproxy', ['-v']).status === 0;

export async function startBalancer({ folder, nodes }: TrialCluster): Promise<Balancer> {
  const port = await freePort();
  const file = join(folder, 'haproxy.cfg');
  const servers = nodes.map((node) => `  server ${node.name} 127.0.0.1:${node.port}`);
  const settings = settingsIn(readFileSync(COMPOSE, 'utf8'))
    .filter((line) => !line.trim().startsWith('server '))
    .map((line) => line.replace('bind :8080', `bind 127.0.0.1:${port}`));
  writeFileSync(file, `${[...settings, ...servers].join('\n')}\n`);
  const child = spawn('haproxy', ['-f', file], { stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  await answers(url, child);
  return {
    url,
    async end() {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

/** The lines of the balancer's configuration, the backend last. */
function settingsIn(compose: string): string[] {
  const lines = compose.split('\n');
  const first =
    lines.findIndex((line, at) => line.trim() === 'content: |' && lines[at - 1]?.trim() === 'balancer:') + 1;
  if (first === 0) throw new Error('compose.yaml has no configuration of a balancer');
  const end = lines.findIndex((line, at) => at >= first && line !== '' && !line.startsWith('      '));
  return lines.slice(first, end).map((line) => line.slice('      '.length));
}

async function answers(url: string, child: ChildProcess): Promise<void> {
  for (const end = Date.now() + READY_MS_MAX; Date.now() < end; await delay(POLL_MS)) {
    if (child.exitCode !== null) throw new Error('haproxy does not take its configuration');
    const response = await fetch(`${url}/ready`).catch(() => undefined);
    if (response?.status === 200) return;
  }
  throw new Error('haproxy finds no node that is ready');
}
