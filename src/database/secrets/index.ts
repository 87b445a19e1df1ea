/** The encryption of values at rest, and its keys. */
export { createPrivateFile, readPrivateFile, writePrivateFile } from './private-file.ts';
export { openSecrets, WrongEncryptionKey } from './sealing-keys.ts';
export { CannotOpen, findSecrets, loadSecrets, parseEncryptionKeys, Secrets } from './secrets.ts';
