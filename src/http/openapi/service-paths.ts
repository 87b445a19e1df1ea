import { type JsonObject, plain } from './json.ts';

/** What the v3 host serves in addition to the methods, without credentials. */
export function servicePaths(): JsonObject {
  return plain({
    '/health': probe('health', 'Whether the service is alive', 'For a supervisor that restarts a service that is not.'),
    '/ready': probe(
      'ready',
      'Whether the service takes calls',
      'For a balancer that sends calls only to what takes them.',
    ),
  });
}

function probe(operationId: string, summary: string, description: string) {
  const content = {
    'application/json': {
      schema: { $ref: '#/components/schemas/Envelope' },
      example: { statusCode: '101', statusDesc: 'Ok' },
    },
  };
  return {
    get: {
      operationId,
      tags: ['Service'],
      summary,
      description: `${description} Needs no credentials.`,
      security: [{}],
      responses: {
        200: { description: 'All is well', content },
        405: { $ref: '#/components/responses/Error405' },
        503: { $ref: '#/components/responses/Error503' },
      },
    },
  };
}
