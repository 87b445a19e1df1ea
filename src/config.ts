/**
 * Reads the settings (settings.ts) once into one typed, validated and frozen object. A wrong one stops the start with a
 * message that names it.
 */
import { isAbsolute, resolve } from 'node:path';
import type { Setting } from './setting-kinds.ts';
import { REMOVED, SETTINGS } from './settings.ts';

export class WrongSetting extends Error {
  override readonly name = 'WrongSetting';
  constructor(variable: string, problem: string) {
    super(`${variable}: ${problem}`);
  }
}

type SettingName = keyof typeof SETTINGS;
export type Config = { readonly [K in SettingName]: ReturnType<(typeof SETTINGS)[K]['read']> };

/**
 * Throws WrongSetting, naming the variable, for a value that is not of its kind or that the environment does not
 * allow, and for a setting that was removed.
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  refuseRemoved(environment);
  const config: Record<string, unknown> = {};
  for (const [name, setting] of Object.entries(SETTINGS) as [SettingName, Setting<unknown>][]) {
    const value = environment[name];
    try {
      config[name] = setting.read(value === undefined || value === '' ? setting.default : value.trim());
    } catch (error) {
      throw new WrongSetting(name, error instanceof Error ? error.message : String(error));
    }
  }
  const checked = config as Config;
  checkTogether(checked);
  return Object.freeze({ ...checked, DATA_DIR: absolute(checked.DATA_DIR) });
}

/** What it set would be lost without a word. */
function refuseRemoved(environment: Readonly<Record<string, string | undefined>>): void {
  for (const [names, instead] of REMOVED) {
    const name = Object.keys(environment).find((one) => names.test(one) && environment[one] !== '');
    if (name !== undefined) throw new WrongSetting(name, `there is no such setting any more: ${instead}; remove it`);
  }
}

function checkTogether(config: Config): void {
  if (config.DATABASE_URL !== null && !/^postgres(ql)?:\/\//.test(config.DATABASE_URL)) {
    throw new WrongSetting('DATABASE_URL', 'it must start with postgres:// or postgresql://');
  }
  if (
    config.JOURNAL_ARCHIVE_DIR !== null &&
    resolve(config.JOURNAL_ARCHIVE_DIR) === resolve(config.DATA_DIR, 'venue')
  ) {
    throw new WrongSetting('JOURNAL_ARCHIVE_DIR', 'it is the folder of the journal itself');
  }
  if (config.DOCUMENT_STORE === 's3' && config.S3_BUCKET === null) {
    throw new WrongSetting('S3_BUCKET', 'DOCUMENT_STORE is s3, which needs it');
  }
  if ((config.S3_ACCESS_KEY_ID === null) !== (config.S3_SECRET_ACCESS_KEY === null)) {
    const missing = config.S3_ACCESS_KEY_ID === null ? 'S3_ACCESS_KEY_ID' : 'S3_SECRET_ACCESS_KEY';
    throw new WrongSetting(missing, 'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY belong together');
  }
  if (config.ACH_BANK_ROUTING !== null && config.ACH_ORIGIN === null) {
    throw new WrongSetting('ACH_ORIGIN', 'ACH_BANK_ROUTING is set, which needs it');
  }
  if (config.CARD_PROCESSOR === 'stripe' && config.STRIPE_SECRET_KEY === null) {
    throw new WrongSetting('STRIPE_SECRET_KEY', 'CARD_PROCESSOR is stripe, which needs it');
  }
  if (config.JOURNAL_URL !== null) checkCluster(config, config.JOURNAL_URL);
  if (config.ENVIRONMENT !== 'production') return;
  if (config.CARD_PROCESSOR === 'sandbox') {
    throw new WrongSetting('CARD_PROCESSOR', 'sandbox is for the sandbox; ENVIRONMENT is production');
  }
  if (config.ENCRYPTION_KEY === null) throw new WrongSetting('ENCRYPTION_KEY', 'production needs it');
  for (const name of ['MARKET_ALWAYS_OPEN', 'WEBHOOK_ALLOW_HTTP', 'WEBHOOK_ALLOW_LOOPBACK'] as const) {
    if (config[name]) throw new WrongSetting(name, 'it is for the sandbox; ENVIRONMENT is production');
  }
}

/** What two nodes would each have for themselves (J10). */
function checkCluster(config: Config, journalUrl: string): void {
  if (!/^postgres(ql)?:\/\//.test(journalUrl)) {
    throw new WrongSetting('JOURNAL_URL', 'it must start with postgres:// or postgresql://');
  }
  const needed = 'JOURNAL_URL is set, and every node must have the same';
  if (config.DATABASE_URL === null) throw new WrongSetting('DATABASE_URL', needed);
  if (config.ENCRYPTION_KEY === null) throw new WrongSetting('ENCRYPTION_KEY', needed);
  if (config.DOCUMENT_STORE !== 's3') throw new WrongSetting('DOCUMENT_STORE', `it must be s3: ${needed} documents`);
  const tls = [config.NODE_TLS_CERT, config.NODE_TLS_KEY, config.NODE_TLS_CA];
  if (tls.includes(null) && tls.some((file) => file !== null)) {
    throw new WrongSetting('NODE_TLS_CERT', 'it needs NODE_TLS_KEY and NODE_TLS_CA too');
  }
  if (config.ACH_BANK_ROUTING !== null && config.ACH_DIR === null) {
    throw new WrongSetting('ACH_DIR', `${needed} folder for files of the bank`);
  }
}

function absolute(path: string): string {
  return isAbsolute(path) ? path : resolve(path);
}
