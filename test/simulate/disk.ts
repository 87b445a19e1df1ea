import { basename, dirname } from 'node:path';
import type { FileSystem } from '../../src/exchange/journal/file-system.ts';
import type { World } from './world.ts';

/** What a disk writes whole or not at all. */
const SECTOR_BYTES = 512;
const CAPACITY_MIN = 4096;

/** A file as programs see it, and as a power cut would leave it. */
class SimulatedFile {
  #bytes: Buffer = Buffer.alloc(0);
  #durable: Buffer = Buffer.alloc(0);
  size = 0;
  /** Written and not synced: from, to. */
  #dirty: [number, number][] = [];

  read(from: number, length: number): Buffer {
    return Buffer.from(this.#bytes.subarray(from, Math.min(this.size, from + length)));
  }

  write(bytes: Uint8Array, position: number): void {
    const end = position + bytes.length;
    if (end > this.#bytes.length) {
      const grown = Buffer.alloc(Math.max(CAPACITY_MIN, end * 2));
      this.#bytes.copy(grown, 0, 0, this.size);
      this.#bytes = grown;
    }
    this.#bytes.set(bytes, position);
    this.size = Math.max(this.size, end);
    this.#dirty.push([position, end]);
  }

  truncate(size: number): void {
    this.#bytes.fill(0, size);
    this.size = size;
    this.sync();
  }

  sync(): void {
    this.#durable = Buffer.from(this.#bytes.subarray(0, this.size));
    this.#dirty = [];
  }

  /** Of what was not synced, each sector is there or is not. */
  tear(world: World): void {
    if (this.#dirty.length === 0) return;
    const { dice } = world;
    const durable = this.#durable;
    const size = dice.between(Math.min(durable.length, this.size), this.size);
    const left = Buffer.alloc(size);
    durable.copy(left);
    const share = dice.pick([0, 0.5, 0.9, 1]);
    const sectors = new Set<number>();
    for (const [from, to] of this.#dirty) {
      for (let at = from - (from % SECTOR_BYTES); at < to; at += SECTOR_BYTES) sectors.add(at);
    }
    for (const at of sectors) {
      if (dice.chance(share)) this.#bytes.copy(left, at, at, Math.min(at + SECTOR_BYTES, size));
    }
    this.#bytes = left;
    this.size = size;
    this.sync();
  }
}

/** The disk of a machine: it outlives processes, and of what was not synced a power cut leaves what it likes. */
export class Disk {
  readonly #world: World;
  readonly #files = new Map<string, SimulatedFile>();
  /** Changes of names that are not durable yet, the oldest first, and how they are taken back. */
  #unsynced: { readonly folder: string; readonly undo: () => void }[] = [];
  /** By which files may still grow. */
  bytesLeft = Number.POSITIVE_INFINITY;
  /** How many of the next syncs fail. */
  syncsThatFail = 0;
  setAsides = 0;

  constructor(world: World) {
    this.#world = world;
  }

  get world(): World {
    return this.#world;
  }

  find(path: string): SimulatedFile | undefined {
    return this.#files.get(path);
  }

  list(folder: string): string[] {
    const names = [...this.#files.keys()].filter((path) => dirname(path) === folder);
    return names.map((path) => basename(path)).sort();
  }

  put(path: string, file: SimulatedFile | undefined): void {
    const before = this.#files.get(path);
    const set = (one: SimulatedFile | undefined) => {
      if (one === undefined) this.#files.delete(path);
      else this.#files.set(path, one);
    };
    set(file);
    this.#unsynced.push({ folder: dirname(path), undo: () => set(before) });
  }

  create(path: string): SimulatedFile {
    const file = new SimulatedFile();
    this.put(path, file);
    return file;
  }

  syncFolder(folder: string): void {
    this.#unsynced = this.#unsynced.filter((change) => change.folder !== folder);
  }

  /** What is in a folder is kept elsewhere. */
  setAside(folder: string): void {
    this.setAsides++;
    for (const name of this.list(folder)) this.#files.delete(`${folder}/${name}`);
    this.syncFolder(folder);
  }

  powerCut(): void {
    const lost = this.#world.dice.between(0, this.#unsynced.length);
    for (const { undo } of this.#unsynced.splice(this.#unsynced.length - lost).reverse()) undo();
    this.#unsynced = [];
    for (const file of this.#files.values()) file.tear(this.#world);
  }
}

/** The process that uses a disk. */
interface DiskUser {
  /** Before each thing that it does: the process may end there. */
  effect(): void;
  /** Calls back, if the process still runs. */
  deliver(callback: () => void): void;
}

/** The files of a disk for a process, which may end at each thing that it does to them. */
export class ProcessFiles implements FileSystem {
  readonly #disk: Disk;
  readonly #process: DiskUser;
  readonly #opened = new Map<number, SimulatedFile>();
  #handle = 3;
  /** Called with each write. */
  onWrite: (bytes: Uint8Array) => void = () => {};

  constructor(disk: Disk, process: DiskUser) {
    this.#disk = disk;
    this.#process = process;
  }

  #file(path: string): SimulatedFile {
    const file = this.#disk.find(path);
    if (file === undefined) throw Object.assign(new Error(`ENOENT: no such file, ${path}`), { code: 'ENOENT' });
    return file;
  }

  #handled(file: number): SimulatedFile {
    const found = this.#opened.get(file);
    if (found === undefined) throw Object.assign(new Error('EBADF: bad file descriptor'), { code: 'EBADF' });
    return found;
  }

  ensureFolder(): void {}

  list(path: string): string[] {
    return this.#disk.list(path);
  }

  size(path: string): number {
    return this.#file(path).size;
  }

  read(path: string): Buffer {
    return this.#file(path).read(0, Number.MAX_SAFE_INTEGER);
  }

  readAt(path: string, position: number, length: number): Buffer {
    return this.#file(path).read(position, length);
  }

  openForWriting(path: string): number {
    this.#process.effect();
    const handle = this.#handle++;
    this.#opened.set(handle, this.#disk.find(path) ?? this.#disk.create(path));
    return handle;
  }

  write(file: number, bytes: Uint8Array, position: number): void {
    this.#process.effect();
    const disk = this.#disk;
    const handled = this.#handled(file);
    const growth = Math.max(0, position + bytes.length - handled.size);
    const lacking = Math.max(0, growth - disk.bytesLeft);
    disk.bytesLeft -= growth - lacking;
    const fitting = Math.max(0, bytes.length - lacking);
    if (fitting > 0) handled.write(bytes.subarray(0, fitting), position);
    if (lacking > 0) throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    this.onWrite(bytes);
  }

  sync(file: number): Promise<void> {
    this.#process.effect();
    const disk = this.#disk;
    const handled = this.#handled(file);
    const { world } = disk;
    return new Promise((resolve, reject) => {
      world.after(world.dice.chance(0.02) ? world.dice.between(5000, 400_000) : world.dice.between(100, 3000), () => {
        // The disk does not ask whether the process that wanted it is still there.
        const fails = disk.syncsThatFail > 0;
        if (fails) disk.syncsThatFail--;
        else handled.sync();
        this.#process.deliver(() => {
          if (fails) reject(Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' }));
          else resolve();
        });
      });
    });
  }

  close(file: number): void {
    this.#opened.delete(file);
  }

  truncate(path: string, size: number): void {
    this.#process.effect();
    this.#file(path).truncate(size);
  }

  rename(from: string, to: string): void {
    this.#process.effect();
    const file = this.#file(from);
    this.#disk.put(to, file);
    this.#disk.put(from, undefined);
  }

  remove(path: string): void {
    this.#process.effect();
    if (this.#disk.find(path) !== undefined) this.#disk.put(path, undefined);
  }

  syncFolder(path: string): void {
    this.#process.effect();
    this.#disk.syncFolder(path);
  }
}
