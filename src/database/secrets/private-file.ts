/** Small files that only the owner of the process may read (mode 600): keys and credentials in the data folder. */
import { randomBytes } from 'node:crypto';
import { chmod, link, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

const OWNER_ONLY = 0o600;

/** The file's text, or undefined when it does not exist; removes permissions of other users. */
export async function readPrivateFile(path: string): Promise<string | undefined> {
  try {
    const text = await readFile(path, 'utf8');
    await chmod(path, OWNER_ONLY);
    return text;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw new Error(`${path} cannot be read: ${(error as Error).message}`, { cause: error });
  }
}

/** Replaces the file atomically: readers see the old or the new content. */
export async function writePrivateFile(path: string, text: string): Promise<void> {
  await rename(await writeTemporary(path, text), path);
  await syncFolder(dirname(path));
}

/** Writes the file unless it exists, and returns its text; two concurrent processes get the same text. */
export async function createPrivateFile(path: string, text: string): Promise<string> {
  const temporary = await writeTemporary(path, text);
  try {
    await link(temporary, path);
    await syncFolder(dirname(path));
    return text;
  } catch (error) {
    if (!isAlreadyThere(error)) throw error;
    return await readFile(path, 'utf8');
  } finally {
    await rm(temporary);
  }
}

async function writeTemporary(path: string, text: string): Promise<string> {
  await mkdir(dirname(path), { recursive: true });
  const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  const file = await open(temporary, 'wx', OWNER_ONLY);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  return temporary;
}

/** Without it a power cut may lose the file's name, and with it a key that was already used. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function isNotFound(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}

function isAlreadyThere(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'EEXIST';
}
