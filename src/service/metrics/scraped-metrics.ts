import { Counter, Gauge, type Registry } from 'prom-client';

type Add = (name: string, help: string, read: () => number | Promise<number>) => void;

/** Adds metrics whose values are read at each scrape; the names begin with `openats_` and the prefix. */
export function scrapedMetrics(registry: Registry, prefix = ''): { readonly gauge: Add; readonly counter: Add } {
  const registers = [registry];
  return {
    gauge: (name, help, read) => {
      new Gauge({
        name: `openats_${prefix}${name}`,
        help,
        registers,
        async collect() {
          this.set(await read());
        },
      });
    },
    counter: (name, help, read) => {
      new Counter({
        name: `openats_${prefix}${name}`,
        help,
        registers,
        async collect() {
          const value = await read();
          this.reset();
          this.inc(value);
        },
      });
    },
  };
}
