/** Runs before each file of tests (vitest.config.ts). */
import { afterEach } from 'vitest';
import { closeAll } from './cleanup.ts';

afterEach(closeAll);
