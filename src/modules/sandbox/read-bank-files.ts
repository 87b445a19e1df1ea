import Type from 'typebox';
import { defineMethod, type Method } from '../../http/methods/index.ts';
import { type BatchServices, readIncomingFiles } from '../payments/index.ts';
import { keepAnswer } from '../shared/change/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { textOrNull } from '../shared/values/index.ts';

interface ReadFile {
  readonly fileName: string;
  readonly outcome: 'read' | 'refused' | 'failed';
  readonly notices: Readonly<Record<string, number>> | null;
  readonly reason: string | null;
}

export function readBankFiles(services: ModuleServices & BatchServices): Method {
  return defineMethod({
    name: 'readBankFiles',
    path: '/v3/sandbox/readBankFiles',
    summary: 'Reads the files of the bank now, without waiting for the next scheduled read',
    description:
      'An extension, only in the sandbox, for operators (A20): the files hold returns of every client. A file is ' +
      'read even if it was written this minute (A17). The response names each file with its outcome.',
    operator: true,
    parameters: {},
    response: Type.Object({
      files: Type.Array(
        Type.Object({
          fileName: Type.String(),
          outcome: Type.String({ description: 'read; refused as a whole; failed: retried later' }),
          notices: Type.Union([Type.Record(Type.String(), Type.Integer()), Type.Null()], {
            description: 'the number of its notices by outcome; null when the same content was read before',
          }),
          reason: textOrNull('why it was refused or failed'),
        }),
      ),
    }),
    handler: keepAnswer(services, async () => {
      const files: ReadFile[] = [];
      const add = (fileName: string, outcome: ReadFile['outcome'], more: Partial<ReadFile>) =>
        void files.push({ fileName, outcome, notices: null, reason: null, ...more });
      await readIncomingFiles(
        services,
        {
          read: (fileName, notices) => add(fileName, 'read', { notices: notices ?? null }),
          refused: (fileName, reason) => add(fileName, 'refused', { reason }),
          failed: (fileName, error) =>
            add(fileName, 'failed', { reason: (error as NodeJS.ErrnoException).code ?? 'the file could not be read' }),
        },
        { evenIfNew: true },
      );
      return { fields: { files } };
    }),
  });
}
