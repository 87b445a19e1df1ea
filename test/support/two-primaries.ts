/** What an operator does where two hosts of the database take writes (docs/operate/runbooks.md, "Two primaries"). */
import type { PostgresServer } from '../../scripts/cluster/postgres-server.ts';
import { Runbook } from './runbook.ts';

interface FoundPrimary {
  readonly server: PostgresServer;
  readonly timeline: number;
  readonly epoch: number;
  readonly sequence: number;
}

/** The hosts that take writes, by the statements of the page, the right one first. */
export async function primariesByRunbook(servers: readonly PostgresServer[]): Promise<readonly FoundPrimary[]> {
  const runbook = new Runbook('Two primaries');
  const [asksHost, asksJournal] = [runbook.sql(2), runbook.sql(2, 2)];
  const found: FoundPrimary[] = [];
  for (const server of servers) {
    const [host] = await server.query(asksHost);
    if (host?.pg_is_in_recovery !== false) continue;
    const [last] = await server.query(asksJournal);
    const [epoch, sequence] = [Number(last?.epoch), Number(last?.last_sequence)];
    found.push({ server, timeline: Number.parseInt(String(host.timeline), 16), epoch, sequence });
  }
  return found.sort((a, b) => b.epoch - a.epoch || b.sequence - a.sequence || b.timeline - a.timeline);
}
